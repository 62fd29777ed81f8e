import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import { getPostgresVersion } from '../../db/database.ts';
import { readDiscordConfig } from '../../integrations/discord/discord.client.ts';
import { checkDiscord } from '../../integrations/discord/discord.setup.ts';
import { readMailConfig } from '../../integrations/mail/mail.client.ts';
import { checkMail, type TxtLookup } from '../../integrations/mail/mail.setup.ts';
import { checkS3 } from '../../integrations/s3/s3.setup.ts';
import { readSmsConfig } from '../../integrations/sms/sms.client.ts';
import { checkSms } from '../../integrations/sms/sms.setup.ts';
import { readSolanaConfig } from '../../integrations/solana/solana.client.ts';
import { checkSolana } from '../../integrations/solana/solana.setup.ts';
import { checkStripe, type StripeNeeds } from '../../integrations/stripe/stripe.setup.ts';
import { readTwitchConfig } from '../../integrations/twitch/twitch.client.ts';
import { checkTwitch } from '../../integrations/twitch/twitch.setup.ts';
import type { Deps } from '../../server/deps.ts';
import { parseS3Config } from '../assets/file-store.commands.ts';
import { HANDLED_EVENT_TYPES } from '../payments/provider-events/provider-events.rules.ts';
import { findNewestBackup } from './backup.commands.ts';
import { type BackupFacts, hasBackupTarget } from './backups.rules.ts';
import {
  checkClock,
  checkData,
  checkOrigin,
  checkSafety,
  checkStartFaults,
  type DatabaseFacts,
  isReady,
} from './going-live.rules.ts';
import type { GoingLive } from './going-live.schema.ts';
import { readBackups } from './health.commands.ts';

/** Where to send a test message and a test email, if wanted, and a DNS lookup that tests can replace. */
export type GoingLiveOptions = {
  discordTo?: string | undefined;
  mailTo?: string | undefined;
  /** Name of the DKIM key if the email provider signs. */
  dkim?: string | undefined;
  lookUp?: TxtLookup;
  /** Errors that would keep a server from starting with its current configuration. */
  faults?: readonly string[];
};

const isSellerEvent = (type: string) => type.startsWith('account.') || type.startsWith('payout.');

type Env = Deps['env'];

/** Returns which events Stripe has to send and to which URL. */
export const toStripeNeeds = (env: Env): StripeNeeds => ({
  webhookUrl: env.origin + endpoints.paymentEvents,
  own: HANDLED_EVENT_TYPES.filter((type) => !isSellerEvent(type)),
  sellers: HANDLED_EVENT_TYPES.filter(isSellerEvent),
  secrets: { own: env.STRIPE_WEBHOOK_SECRET, sellers: env.STRIPE_CONNECT_WEBHOOK_SECRET },
});

async function inspectDatabase(url: string | undefined): Promise<DatabaseFacts> {
  if (!url) return undefined;
  try {
    return { version: await getPostgresVersion(url) };
  } catch (error) {
    return { trouble: (error as Error).message };
  }
}

/** Returns the backup state from the database or, without one, from the files, which don't show failed attempts. */
async function inspectBackups({ db, env, now }: Parameters<typeof checkGoingLive>[0]): Promise<BackupFacts> {
  if (db) return (await readBackups({ db, env, now })).seen;
  const successAt = env.BACKUP_DIR ? await findNewestBackup(env.BACKUP_DIR) : null;
  return { nightly: hasBackupTarget(env), attemptAt: successAt, error: null, successAt };
}

/** Checks every vendor in parallel, without changing anything there. */
export async function checkGoingLive(
  deps: Pick<Deps, 'env' | 'fetch' | 'now'> & Partial<Pick<Deps, 'db'>>,
  options: GoingLiveOptions = {},
): Promise<GoingLive> {
  const { env } = deps;
  let vendorTime: string | undefined;
  // The clock of the first vendor to respond is good enough.
  const fetchAndReadTime: typeof fetch = async (input, init) => {
    const response = await deps.fetch(input, init);
    vendorTime ??= response.headers.get('Date') ?? undefined;
    return response;
  };
  const signIn = env.origin + endpoints.signInCallback;
  const secretKey = env.STRIPE_SECRET_KEY;
  const [database, backups, ...vendors] = await Promise.all([
    inspectDatabase(env.DATABASE_URL),
    inspectBackups(deps),
    checkStripe(
      secretKey ? { secretKey, apiUrl: env.STRIPE_API_URL, fetch: fetchAndReadTime } : undefined,
      toStripeNeeds(env),
    ),
    checkTwitch(readTwitchConfig(env), fetchAndReadTime, signIn),
    checkDiscord(readDiscordConfig(env), fetchAndReadTime, {
      redirects: [signIn, env.origin + paths.discord],
      messageTo: options.discordTo,
    }),
    checkSms(readSmsConfig(env), fetchAndReadTime),
    checkMail({
      config: readMailConfig(env),
      selector: options.dkim ?? env.MAIL_DKIM_SELECTOR,
      testTo: options.mailTo,
      // A demo's sender domain doesn't matter.
      domainMatters: !env.demo,
      ...(options.lookUp ? { lookUp: options.lookUp } : {}),
    }),
    checkS3(parseS3Config(env), fetchAndReadTime),
    checkSolana(readSolanaConfig(env), fetchAndReadTime),
  ]);
  const findings = [
    ...checkStartFaults(options.faults ?? []),
    ...checkSafety({ production: env.NODE_ENV === 'production', encrypted: Boolean(env.AUTH_ENCRYPTION_KEY) }),
    checkOrigin(env.origin),
    ...checkData({ database, backups }, deps.now()),
    checkClock(vendorTime, deps.now()),
    ...vendors.flat(),
  ];
  return { ready: isReady(findings), checked_at: deps.now().toISOString(), findings };
}
