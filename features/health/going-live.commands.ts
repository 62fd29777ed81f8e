import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import { postgresVersion } from '../../db/database.ts';
import { discordConfig } from '../../integrations/discord/discord.client.ts';
import { discordFindings } from '../../integrations/discord/discord.setup.ts';
import { mailConfig } from '../../integrations/mail/mail.client.ts';
import { mailFindings, type TextLookup } from '../../integrations/mail/mail.setup.ts';
import { s3Findings } from '../../integrations/s3/s3.setup.ts';
import { smsConfig } from '../../integrations/sms/sms.client.ts';
import { smsFindings } from '../../integrations/sms/sms.setup.ts';
import { solanaConfig } from '../../integrations/solana/solana.client.ts';
import { solanaFindings } from '../../integrations/solana/solana.setup.ts';
import { type StripeNeeds, stripeFindings } from '../../integrations/stripe/stripe.setup.ts';
import { twitchConfig } from '../../integrations/twitch/twitch.client.ts';
import { twitchFindings } from '../../integrations/twitch/twitch.setup.ts';
import type { Deps } from '../../server/deps.ts';
import { s3ConfigOf } from '../assets/file-store.commands.ts';
import { FOLLOWED } from '../deals/processor-events/processor-events.rules.ts';
import { newestBackup } from './backup.commands.ts';
import type { BackupsSeen } from './backups.rules.ts';
import {
  clockFinding,
  type DatabaseSeen,
  dataFindings,
  isReady,
  originFinding,
  safetyFindings,
  startFindings,
} from './going-live.rules.ts';
import type { GoingLive } from './going-live.schema.ts';
import { readBackups } from './health.commands.ts';

/** What is looked at, beyond reading: a message to oneself and a mail to oneself; and the DNS, which tests replace. */
export type Asked = {
  discordTo?: string | undefined;
  mailTo?: string | undefined;
  /** Name of the DKIM key when the provider signs. */
  dkim?: string | undefined;
  lookUp?: TextLookup;
  /** Why a server would not start as it is set up. */
  faults?: readonly string[];
};

const aboutSellers = (type: string) => type.startsWith('account.') || type.startsWith('payout.');

type Env = Deps['env'];

/** What Stripe has to send, and where to. */
export const stripeNeeds = (env: Env): StripeNeeds => ({
  webhookUrl: env.origin + endpoints.paymentEvents,
  own: FOLLOWED.filter((type) => !aboutSellers(type)),
  sellers: FOLLOWED.filter(aboutSellers),
  secrets: { own: env.STRIPE_WEBHOOK_SECRET, sellers: env.STRIPE_CONNECT_WEBHOOK_SECRET },
});

async function databaseSeen(url: string | undefined): Promise<DatabaseSeen> {
  if (!url) return undefined;
  try {
    return { version: await postgresVersion(url) };
  } catch (error) {
    return { trouble: (error as Error).message };
  }
}

/** The database knows of failures too; a command beside a running server sees only the files. */
async function backupsSeen({ db, env, now }: Parameters<typeof lookAtGoingLive>[0]): Promise<BackupsSeen> {
  if (db) return (await readBackups({ db, env, now })).seen;
  const successAt = env.BACKUP_DIR ? await newestBackup(env.BACKUP_DIR) : null;
  return { nightly: Boolean(env.BACKUP_DIR), attemptAt: successAt, error: null, successAt };
}

/** Looks at every vendor, all at a time; nothing there is changed. */
export async function lookAtGoingLive(
  deps: Pick<Deps, 'env' | 'fetch' | 'now'> & Partial<Pick<Deps, 'db'>>,
  asked: Asked = {},
): Promise<GoingLive> {
  const { env } = deps;
  let theirs: string | undefined;
  // The clock of whoever answers first will do.
  const fetcher: typeof fetch = async (input, init) => {
    const answer = await deps.fetch(input, init);
    theirs ??= answer.headers.get('Date') ?? undefined;
    return answer;
  };
  const signIn = env.origin + endpoints.signInCallback;
  const secretKey = env.STRIPE_SECRET_KEY;
  const [database, backups, ...vendors] = await Promise.all([
    databaseSeen(env.DATABASE_URL),
    backupsSeen(deps),
    stripeFindings(secretKey ? { secretKey, apiUrl: env.STRIPE_API_URL, fetch: fetcher } : undefined, stripeNeeds(env)),
    twitchFindings(twitchConfig(env), fetcher, signIn),
    discordFindings(discordConfig(env), fetcher, {
      redirects: [signIn, env.origin + paths.discord],
      messageTo: asked.discordTo,
    }),
    smsFindings(smsConfig(env), fetcher),
    mailFindings({
      config: mailConfig(env),
      selector: asked.dkim ?? env.MAIL_DKIM_SELECTOR,
      testTo: asked.mailTo,
      // Nobody looks up the sender of a demonstration.
      domainMatters: !env.demo,
      ...(asked.lookUp ? { lookUp: asked.lookUp } : {}),
    }),
    s3Findings(s3ConfigOf(env), fetcher),
    solanaFindings(solanaConfig(env), fetcher),
  ]);
  const findings = [
    ...startFindings(asked.faults ?? []),
    ...safetyFindings({ production: env.NODE_ENV === 'production', encrypted: Boolean(env.AUTH_ENCRYPTION_KEY) }),
    originFinding(env.origin),
    ...dataFindings({ database, backups }, deps.now()),
    clockFinding(theirs, deps.now()),
    ...vendors.flat(),
  ];
  return { ready: isReady(findings), checked_at: deps.now().toISOString(), findings };
}
