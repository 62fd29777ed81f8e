import { parseArgs } from 'node:util';
import { checkGoingLive, toStripeNeeds } from '../features/health/going-live.commands.ts';
import type { Finding, GoingLive } from '../features/health/going-live.schema.ts';
import { createRehearsalPage } from '../features/payments/payment-page.commands.ts';
import type { StripeSettings } from '../integrations/stripe/stripe.client.ts';
import { runRehearsal, TestKeyMissingError } from '../integrations/stripe/stripe.rehearsal.ts';
import { type CreatedEndpoint, setUpStripe, toTrouble } from '../integrations/stripe/stripe.setup.ts';
import type { Deps } from '../server/deps.ts';
import { EnvironmentError, parseEnv } from '../server/env.ts';

const USAGE = `Checks every vendor with the keys of this installation and lists what's left to do. It changes nothing.
  npm run go-live                          checks, and exits with an error while something is left to do
  npm run go-live -- --set-up              creates missing endpoints at Stripe and prints their secrets
  npm run go-live -- --rehearse            buys, refunds and pays out with a Stripe test key, then undoes everything
  npm run go-live -- --mail-to <address>   also sends a test email
  npm run go-live -- --discord-to <id>     also sends a message to this Discord account
  npm run go-live -- --dkim <selector>     the DKIM selector, if your email provider signs`;

const RED = '\u001b[31m';
const GREEN = '\u001b[32m';
const GRAY = '\u001b[90m';
const RESET = '\u001b[0m';
const usesColor = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (color: string, text: string) => (usesColor ? color + text + RESET : text);

const MARKS = { met: paint(GREEN, 'done '), unmet: paint(RED, 'to do'), off: paint(GRAY, 'off  ') } as const;

function formatFinding({ state, label, found, todo }: Finding): string {
  const line = `  ${MARKS[state]}  ${label}: ${found}`;
  return todo ? `${line}\n         ${todo}` : line;
}

function formatReport({ findings, ready }: GoingLive): string {
  const vendors = [...new Set(findings.map(({ vendor }) => vendor))];
  const parts = vendors.map((vendor) =>
    [vendor, ...findings.filter((one) => one.vendor === vendor).map(formatFinding)].join('\n'),
  );
  const unmetCount = findings.filter(({ state }) => state === 'unmet').length;
  const lastLine = ready ? paint(GREEN, 'Nothing is left to do.') : paint(RED, `${unmetCount} left to do.`);
  return [...parts, lastLine].join('\n\n');
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
  // Treat a missing key as a to-do and run all checks, because keys are added one at a time.
  const { env: read, faults } = parseEnv({ LOG_LEVEL: 'error', ...process.env });
  // Turn off demo mode, which a server without keys would use.
  const env = { ...read, demo: false };
  const deps: Pick<Deps, 'env' | 'fetch' | 'now'> = { env, fetch: globalThis.fetch, now: () => new Date() };
  if (values.rehearse) return runStripeRehearsal(deps);
  if (values['set-up']) await setUp(deps);
  const findings = await checkGoingLive(deps, {
    mailTo: values['mail-to'],
    discordTo: values['discord-to'],
    dkim: values.dkim,
    faults,
  });
  console.log(formatReport(findings));
  return findings.ready;
}

/** Thrown if something has to be fixed before the command can run. */
class NotReadyError extends Error {}

function readStripeSettings({ env, fetch }: Pick<Deps, 'env' | 'fetch'>): StripeSettings {
  if (!env.STRIPE_SECRET_KEY) {
    throw new NotReadyError("STRIPE_SECRET_KEY is not set, so there's nothing to set up or rehearse with.");
  }
  return { secretKey: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL, fetch };
}

async function setUp(deps: Pick<Deps, 'env' | 'fetch'>): Promise<void> {
  const settings = readStripeSettings(deps);
  const { origin } = deps.env;
  if (!origin.startsWith('https://')) {
    throw new NotReadyError(`PUBLIC_ORIGIN is ${origin}, which Stripe can't send to. Set your https:// address first.`);
  }
  const printEndpoint = ({ id, variable, secret }: CreatedEndpoint) =>
    console.log(`Created ${id}. Set ${variable}=${secret}`);
  try {
    const endpoints = await setUpStripe(settings, toStripeNeeds(deps.env), printEndpoint);
    console.log(
      endpoints.length === 0 ? 'Nothing had to be created at Stripe.\n' : 'The secrets are shown only once.\n',
    );
  } catch (error) {
    const { found, todo } = toTrouble(error);
    throw new NotReadyError(`${found} ${todo}`);
  }
}

async function runStripeRehearsal(deps: Pick<Deps, 'env' | 'fetch' | 'now'>): Promise<boolean> {
  const settings = readStripeSettings(deps);
  const page = createRehearsalPage(deps.env.origin, deps.now());
  const steps = await runRehearsal(settings, page, (step) =>
    console.log(`  ${step.ok ? MARKS.met : MARKS.unmet}  ${step.message}`),
  );
  const isOk = steps.every((step) => step.ok);
  console.log(isOk ? '\nThe rehearsal succeeded, and everything was undone.' : '\nThe rehearsal failed.');
  return isOk;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  const { code, message } = error as Error & { code?: string };
  const isUsage = code?.startsWith('ERR_PARSE_ARGS');
  if (!isUsage && ![NotReadyError, EnvironmentError, TestKeyMissingError].some((kind) => error instanceof kind))
    throw error;
  console.error(isUsage ? `${message}\n\n${USAGE}` : message);
  process.exitCode = 1;
}
