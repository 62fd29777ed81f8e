import { join } from 'node:path';
import { Hono } from 'hono';
import { endpoints } from '../content/endpoints.ts';
import { paths } from '../content/paths.ts';
import { SAMPLE_SIGN_INS } from '../features/profiles/player-seeding/player-seeding.factory.ts';
import { createDiscordSandbox } from '../integrations/discord/discord.sandbox.ts';
import { startMailSandbox } from '../integrations/mail/mail.sandbox.ts';
import { createPushSandbox } from '../integrations/push/push.sandbox.ts';
import { createSmsSandbox } from '../integrations/sms/sms.sandbox.ts';
import { createSolanaSandbox } from '../integrations/solana/solana.sandbox.ts';
import { createStripeSandbox } from '../integrations/stripe/stripe.sandbox.ts';
import { createTwitchSandbox } from '../integrations/twitch/twitch.sandbox.ts';
import { findDemoPlayer } from './demonstration-players.ts';
import type { Env } from './env.ts';
import { createSandboxIndex, SANDBOX_STYLE, type SandboxLink } from './sandbox-index.ts';

export type Sandboxes = {
  /** Mounted under /sandbox. */
  app: Hono;
  /** Environment variables that point to the sandboxes instead of the vendors. */
  variables: Partial<Env>;
  close: () => Promise<void>;
};

/** Starts the sandboxes for third parties. They exist only if no third-party key is set. */
export async function openSandboxes(env: Env): Promise<Sandboxes> {
  // Sandbox data survives a restart, like the embedded database does.
  const createFileOption = (name: string) =>
    env.DATABASE_URL ? {} : { file: join(env.DATA_DIR, `sandbox-${name}.json`) };
  const mail = await startMailSandbox();
  const origin = `http://127.0.0.1:${env.PORT}`;
  const keys = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox', connectSecret: 'whsec_sandbox_sellers' };
  const stripe = createStripeSandbox({
    ...keys,
    url: `${env.origin}${paths.sandbox}/stripe`,
    webhookUrl: `${origin}${endpoints.paymentEvents}`,
    openingCents: 100_000,
    ...createFileOption('stripe'),
  });
  const sandboxes: SandboxLink[] = [
    {
      at: 'mail',
      app: mail.app,
      name: 'Mail inbox',
      purpose: ['Email'],
      what: 'Every message that the product sends: match proposals, sessions with their calendar files, sign-in mail.',
    },
    {
      at: 'sms',
      app: createSmsSandbox(),
      name: 'Text messages',
      purpose: ['SMS'],
      what: 'Every text message that would go to a phone.',
    },
    {
      at: 'discord',
      app: createDiscordSandbox({
        redirects: [`${env.origin}${endpoints.signInCallback}`, `${env.origin}${paths.discord}`],
      }),
      name: 'Discord',
      purpose: ['Discord messages', 'Connecting Discord'],
      what: 'Direct messages that the bot would send to connected people.',
    },
    {
      at: 'push',
      app: createPushSandbox({ url: `${env.origin}${paths.sandbox}/push` }),
      name: 'Push messages',
      what: 'What was sent to sample browsers. Your own browser has a real push service.',
    },
    {
      at: 'twitch',
      app: createTwitchSandbox({ players: async () => samplePlayers, known: findDemoPlayer }),
      startPath: paths.auth,
      name: 'Sign-in',
      purpose: ['Sign-in with Twitch'],
      what: 'Continue with Twitch leads to a sign-in page with sample people; any other login makes a new one.',
    },
    {
      at: 'stripe',
      app: stripe.app,
      startPath: `${paths.sandbox}/stripe/readback`,
      name: 'Payment provider',
      purpose: ['Payments'],
      what: 'What the payment provider’s sandbox holds, as JSON. Its checkout page appears when you buy.',
    },
    {
      at: 'solana',
      app: createSolanaSandbox(createFileOption('solana')),
      name: 'Token balances',
      purpose: ['Token tiers'],
      what: 'What the demonstration wallets hold. Connect one under Protocol account to see the token tiers.',
    },
    {
      at: 'clock',
      name: 'Clock',
      what: 'Lets hours and days pass for one order or session, to see what happens then.',
    },
  ];
  const app = new Hono()
    .get('/', (c) => c.html(createSandboxIndex(sandboxes)))
    .get('/style.css', (c) => c.body(SANDBOX_STYLE, 200, { 'Content-Type': 'text/css' }));
  for (const { at, app: sandboxApp } of sandboxes) if (sandboxApp) app.route(`/${at}`, sandboxApp);
  return {
    app,
    variables: {
      SMTP_URL: mail.url,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: keys.connectSecret,
      // No one is called, because support calls are simulated. This number is unassigned.
      CONCIERGE_PHONE: '+12025550142',
      STRIPE_API_URL: `${origin}${paths.sandbox}/stripe`,
      sandboxesByPurpose: Object.fromEntries(
        sandboxes.flatMap(({ name, purpose: answersFor = [] }) => answersFor.map((purpose) => [purpose, name])),
      ),
    },
    close: mail.close,
  };
}

const samplePlayers = SAMPLE_SIGN_INS.map(({ twitch, email, who, about }) => ({
  id: twitch.id,
  login: twitch.login,
  displayName: twitch.login,
  email,
  note: `${who}. ${about}`,
}));
