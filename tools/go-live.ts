import { parseArgs } from 'node:util';
import { rehearsedPage } from '../features/deals/payment-page.commands.ts';
import { lookAtGoingLive, stripeNeeds } from '../features/health/going-live.commands.ts';
import type { Finding, GoingLive } from '../features/health/going-live.schema.ts';
import type { StripeSettings } from '../integrations/stripe/stripe.client.ts';
import { NoTestKey, rehearse } from '../integrations/stripe/stripe.rehearsal.ts';
import { type SetUp, setUpStripe, troubleOf } from '../integrations/stripe/stripe.setup.ts';
import type { Deps } from '../server/deps.ts';
import { EnvironmentError, lookAtEnv } from '../server/env.ts';

const USAGE = `Looks at every vendor with the keys of this installation and says what is left to do. Nothing is changed.
  npm run go-live                          looks; ends with an error while something is left
  npm run go-live -- --set-up              makes the endpoints at Stripe that are missing, and prints their secrets
  npm run go-live -- --rehearse            a purchase, a refund and a payout with a test key of Stripe, then tears it down
  npm run go-live -- --mail-to <address>   also sends a test mail
  npm run go-live -- --discord-to <id>     also sends a message to this Discord account
  npm run go-live -- --dkim <selector>     name of the DKIM key when your mail provider signs`;

const RED = '\u001b[31m';
const GREEN = '\u001b[32m';
const GREY = '\u001b[90m';
const PLAIN = '\u001b[0m';
const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (colour: string, text: string) => (coloured ? colour + text + PLAIN : text);

const MARKS = { met: paint(GREEN, 'done '), unmet: paint(RED, 'to do'), off: paint(GREY, 'off  ') } as const;

function printed({ state, label, found, todo }: Finding): string {
  const line = `  ${MARKS[state]}  ${label}: ${found}`;
  return todo ? `${line}\n         ${todo}` : line;
}

function report({ findings, ready }: GoingLive): string {
  const vendors = [...new Set(findings.map(({ vendor }) => vendor))];
  const parts = vendors.map((vendor) =>
    [vendor, ...findings.filter((one) => one.vendor === vendor).map(printed)].join('\n'),
  );
  const left = findings.filter(({ state }) => state === 'unmet').length;
  const end = ready ? paint(GREEN, 'Nothing is left to do.') : paint(RED, `${left} left to do.`);
  return [...parts, end].join('\n\n');
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      'set-up': { type: 'boolean' },
      rehearse: { type: 'boolean' },
      'mail-to': { type: 'string' },
      'discord-to': { type: 'string' },
      dkim: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return true;
  }
  // Keys come one after another: what is missing for a start is one more thing to do, and no reason not to look.
  const { env: read, faults } = lookAtEnv({ LOG_LEVEL: 'error', ...process.env });
  // Without a key a server is a demonstration; whoever asks here means the real thing.
  const env = { ...read, demo: false };
  const deps: Pick<Deps, 'env' | 'fetch' | 'now'> = { env, fetch: globalThis.fetch, now: () => new Date() };
  if (values.rehearse) return rehearsed(deps);
  if (values['set-up']) await setUp(deps);
  const found = await lookAtGoingLive(deps, {
    mailTo: values['mail-to'],
    discordTo: values['discord-to'],
    dkim: values.dkim,
    faults,
  });
  console.log(report(found));
  return found.ready;
}

/** What somebody has to mend before a wish can be fulfilled. */
class Unfit extends Error {}

function stripeSettings({ env, fetch }: Pick<Deps, 'env' | 'fetch'>): StripeSettings {
  if (!env.STRIPE_SECRET_KEY) {
    throw new Unfit('STRIPE_SECRET_KEY is not set: there is nothing to set up or to rehearse with.');
  }
  return { secretKey: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL, fetch };
}

async function setUp(deps: Pick<Deps, 'env' | 'fetch'>): Promise<void> {
  const settings = stripeSettings(deps);
  const { origin } = deps.env;
  if (!origin.startsWith('https://')) {
    throw new Unfit(`PUBLIC_ORIGIN is ${origin}, which Stripe cannot send to. Set your https:// address first.`);
  }
  const tell = ({ id, variable, secret }: SetUp) => console.log(`Made ${id}. Set ${variable}=${secret}`);
  try {
    const made = await setUpStripe(settings, stripeNeeds(deps.env), tell);
    console.log(made.length === 0 ? 'Nothing had to be made at Stripe.\n' : 'The secrets are shown this once.\n');
  } catch (error) {
    const { found, todo } = troubleOf(error);
    throw new Unfit(`${found} ${todo}`);
  }
}

async function rehearsed(deps: Pick<Deps, 'env' | 'fetch' | 'now'>): Promise<boolean> {
  const settings = stripeSettings(deps);
  const page = rehearsedPage(deps.env.origin, deps.now());
  const steps = await rehearse(settings, page, (step) =>
    console.log(`  ${step.ok ? MARKS.met : MARKS.unmet}  ${step.says}`),
  );
  const ok = steps.every((step) => step.ok);
  console.log(ok ? '\nThe rehearsal went through, and nothing of it is left.' : '\nThe rehearsal did not go through.');
  return ok;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  const { code, message } = error as Error & { code?: string };
  const isUsage = code?.startsWith('ERR_PARSE_ARGS');
  if (!isUsage && ![Unfit, EnvironmentError, NoTestKey].some((kind) => error instanceof kind)) throw error;
  console.error(isUsage ? `${message}\n\n${USAGE}` : message);
  process.exitCode = 1;
}
