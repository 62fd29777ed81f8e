import { join } from 'node:path';
import { Hono } from 'hono';
import { endpoints, paths } from '../content/paths.ts';
import { SAMPLE_SIGN_INS } from '../features/profiles/player-seeding/player-seeding.factory.ts';
import { discordSandbox } from '../integrations/discord/discord.sandbox.ts';
import { openMailSandbox } from '../integrations/mail/mail.sandbox.ts';
import { smsSandbox } from '../integrations/sms/sms.sandbox.ts';
import { solanaSandbox } from '../integrations/solana/solana.sandbox.ts';
import { stripeSandbox } from '../integrations/stripe/stripe.sandbox.ts';
import { twitchSandbox } from '../integrations/twitch/twitch.sandbox.ts';
import type { Env } from './env.ts';
import { SANDBOX_STYLE, sandboxIndex } from './sandbox-index.ts';

export type Sandboxes = {
  /** Mounted under /sandbox. */
  app: Hono;
  /** What the environment says while they answer for the vendors. */
  variables: Partial<Env>;
  close: () => Promise<void>;
};

/** The map of the stand-ins for third parties; they exist only while no key is set. */
export async function openSandboxes(env: Env): Promise<Sandboxes> {
  const mail = await openMailSandbox();
  const here = `http://127.0.0.1:${env.PORT}`;
  const keys = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' };
  const stripe = stripeSandbox({
    ...keys,
    url: `${env.origin}${paths.sandbox}/stripe`,
    webhookUrl: `${here}${endpoints.paymentEvents}`,
    // Payments outlive a restart as the orders do.
    ...(env.DATABASE_URL ? {} : { file: join(env.DATA_DIR, 'sandbox-stripe.json') }),
  });
  return {
    app: new Hono()
      .get('/', (c) => c.html(sandboxIndex()))
      .get('/style.css', (c) => c.body(SANDBOX_STYLE, 200, { 'Content-Type': 'text/css' }))
      .route('/mail', mail.app)
      .route('/sms', smsSandbox())
      .route('/discord', discordSandbox())
      .route('/twitch', twitchSandbox({ players: async () => samplePlayers }))
      .route('/solana', solanaSandbox(env.DATABASE_URL ? {} : { file: join(env.DATA_DIR, 'sandbox-solana.json') }))
      .route('/stripe', stripe.app),
    variables: {
      SMTP_URL: mail.url,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_URL: `${here}${paths.sandbox}/stripe`,
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
