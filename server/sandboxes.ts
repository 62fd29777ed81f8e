import { join } from 'node:path';
import { Hono } from 'hono';
import { endpoints } from '../content/endpoints.ts';
import { paths } from '../content/paths.ts';
import { SAMPLE_SIGN_INS } from '../features/profiles/player-seeding/player-seeding.factory.ts';
import { discordSandbox } from '../integrations/discord/discord.sandbox.ts';
import { openMailSandbox } from '../integrations/mail/mail.sandbox.ts';
import { pushSandbox } from '../integrations/push/push.sandbox.ts';
import { smsSandbox } from '../integrations/sms/sms.sandbox.ts';
import { solanaSandbox } from '../integrations/solana/solana.sandbox.ts';
import { stripeSandbox } from '../integrations/stripe/stripe.sandbox.ts';
import { twitchSandbox } from '../integrations/twitch/twitch.sandbox.ts';
import { demonstrationPlayer } from './demonstration-players.ts';
import type { Env } from './env.ts';
import { SANDBOX_STYLE, type StandIn, sandboxIndex } from './sandbox-index.ts';

export type Sandboxes = {
  /** Mounted under /sandbox. */
  app: Hono;
  /** What the environment says while they answer for the vendors. */
  variables: Partial<Env>;
  close: () => Promise<void>;
};

/** The map of the stand-ins for third parties; they exist only while no key is set. */
export async function openSandboxes(env: Env): Promise<Sandboxes> {
  // What stands there outlives a restart as the rows do.
  const outlives = (name: string) => (env.DATABASE_URL ? {} : { file: join(env.DATA_DIR, `sandbox-${name}.json`) });
  const mail = await openMailSandbox();
  const here = `http://127.0.0.1:${env.PORT}`;
  const keys = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox', connectSecret: 'whsec_sandbox_sellers' };
  const stripe = stripeSandbox({
    ...keys,
    url: `${env.origin}${paths.sandbox}/stripe`,
    webhookUrl: `${here}${endpoints.paymentEvents}`,
    openingCents: 100_000,
    ...outlives('stripe'),
  });
  const standIns: StandIn[] = [
    {
      at: 'mail',
      app: mail.app,
      name: 'Mail inbox',
      answersFor: ['E-mail'],
      what: 'Every message that the product sends: match proposals, sessions with their calendar files, sign-in mail.',
    },
    {
      at: 'sms',
      app: smsSandbox(),
      name: 'Text messages',
      answersFor: ['SMS'],
      what: 'Every text message that would go to a phone.',
    },
    {
      at: 'discord',
      app: discordSandbox({
        redirects: [`${env.origin}${endpoints.signInCallback}`, `${env.origin}${paths.discord}`],
      }),
      name: 'Discord',
      answersFor: ['Discord messages', 'Connecting Discord'],
      what: 'Direct messages that the bot would send to connected people.',
    },
    {
      at: 'push',
      app: pushSandbox({ url: `${env.origin}${paths.sandbox}/push` }),
      name: 'Push messages',
      what: 'What went to browsers that this push service stands in for; your own browser has a real one.',
    },
    {
      at: 'twitch',
      app: twitchSandbox({ players: async () => samplePlayers, known: demonstrationPlayer }),
      entrance: paths.auth,
      name: 'Sign-in',
      answersFor: ['Sign-in with Twitch'],
      what: 'Continue with Twitch leads to a sign-in page with sample people; any other login makes a new one.',
    },
    {
      at: 'stripe',
      app: stripe.app,
      entrance: `${paths.sandbox}/stripe/readback`,
      name: 'Payment processor',
      answersFor: ['Payments'],
      what: 'What the stand-in for the payment processor holds, as JSON. Its checkout page appears when you buy.',
    },
    {
      at: 'solana',
      app: solanaSandbox(outlives('solana')),
      name: 'Token balances',
      answersFor: ['Token tiers'],
      what: 'What the demonstration wallets hold. Connect one under Protocol account to see the token tiers.',
    },
    {
      at: 'clock',
      name: 'Clock',
      what: 'Lets hours and days pass for one order or session, to see what happens then.',
    },
  ];
  const app = new Hono()
    .get('/', (c) => c.html(sandboxIndex(standIns)))
    .get('/style.css', (c) => c.body(SANDBOX_STYLE, 200, { 'Content-Type': 'text/css' }));
  for (const { at, app: standIn } of standIns) if (standIn) app.route(`/${at}`, standIn);
  return {
    app,
    variables: {
      SMTP_URL: mail.url,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: keys.connectSecret,
      // Nobody is called here: the desk is played through, and the number belongs to nobody.
      CONCIERGE_PHONE: '+12025550142',
      STRIPE_API_URL: `${here}${paths.sandbox}/stripe`,
      standIns: Object.fromEntries(
        standIns.flatMap(({ name, answersFor = [] }) => answersFor.map((purpose) => [purpose, name])),
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
