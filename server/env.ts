import { z } from 'zod';
import { LEAST_SECRET_CHARACTERS, signingKeysOf } from '../features/accounts/signing-keys.rules.ts';
import { productionFaults } from './production.ts';

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const text = z.preprocess(blankIsAbsent, z.string().optional());
const url = (what: string) =>
  z.preprocess(
    blankIsAbsent,
    z.url({ error: `${what} must be a full address such as https://example.org.` }).optional(),
  );
const flag = (name: string) =>
  z.preprocess(
    blankIsAbsent,
    z
      .enum(['true', 'false'], { error: `${name} must be true or false.` })
      .optional()
      .transform((value) => (value === undefined ? undefined : value === 'true')),
  );
const jsonArray = (name: string) =>
  z.preprocess(
    blankIsAbsent,
    z
      .string()
      .refine((value) => Array.isArray(parsed(value)), `${name} must be a JSON array.`)
      .optional(),
  );

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const number = (name: string, least: number, most: number) =>
  z.preprocess(
    blankIsAbsent,
    z.coerce
      .number({ error: `${name} must be a number.` })
      .int(`${name} must be a whole number.`)
      .min(least, `${name} must be at least ${least}.`)
      .max(most, `${name} must be at most ${most}.`)
      .optional(),
  );

const Variables = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'NODE_ENV must be development, production or test.' })
    .default('development'),
  HOST: z.preprocess(blankIsAbsent, z.string().default('127.0.0.1')),
  PORT: z.preprocess(
    blankIsAbsent,
    z.coerce
      .number({ error: 'PORT must be a number.' })
      .int()
      .min(0, 'PORT must be 0 or more.')
      .max(65535, 'PORT must be at most 65535.')
      .default(3000),
  ),
  PUBLIC_ORIGIN: url('PUBLIC_ORIGIN'),
  ROLE: z.enum(['web', 'worker', 'all'], { error: 'ROLE must be web, worker or all.' }).default('all'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], {
      error: 'LOG_LEVEL must be silent, error, warn, info or debug.',
    })
    .default('info'),
  DATABASE_URL: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres:// or postgresql://.')
      .optional(),
  ),
  DATABASE_REPLICA_URL: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'DATABASE_REPLICA_URL must start with postgres:// or postgresql://.')
      .optional(),
  ),
  EMBEDDED_IN_PRODUCTION: flag('EMBEDDED_IN_PRODUCTION'),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('data')),
  TRUST_PROXY: flag('TRUST_PROXY'),
  SEED_PLAYERS: z.preprocess(
    blankIsAbsent,
    z.coerce.number({ error: 'SEED_PLAYERS must be a number.' }).int().min(0).max(1_000_000).optional(),
  ),
  TWITCH_CLIENT_ID: text,
  TWITCH_CLIENT_SECRET: text,
  SMTP_URL: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^smtps?:\/\//, 'SMTP_URL must start with smtp:// or smtps://.')
      .optional(),
  ),
  MAIL_FROM: z.preprocess(blankIsAbsent, z.string().default('Planet Crew <crew@planetcrew.example>')),
  DISCORD_BOT_TOKEN: text,
  DISCORD_CLIENT_ID: text,
  DISCORD_CLIENT_SECRET: text,
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_URL: url('STRIPE_API_URL'),
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  TWILIO_FROM: text,
  SOLANA_RPC_URL: url('SOLANA_RPC_URL'),
  /** Address of the community token's mint on Solana. */
  TOKEN_MINT: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'TOKEN_MINT must be the address of a mint on Solana (base58).')
      .optional(),
  ),
  /** An OpenAI-compatible chat endpoint for the build assistant; without it fixed rules answer. */
  LLM_BASE_URL: url('LLM_BASE_URL'),
  LLM_API_KEY: text,
  LLM_MODEL: text,
  S3_ENDPOINT: url('S3_ENDPOINT'),
  S3_BUCKET: text,
  S3_REGION: z.preprocess(blankIsAbsent, z.string().default('auto')),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  METRICS_TOKEN: text,
  /** Private keys for access tokens as a JSON array of JWKs; without them the server makes its own and keeps them. */
  AUTH_SIGNING_KEYS: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .superRefine((value, context) => {
        for (const message of signingKeysOf(value).faults) context.addIssue({ code: 'custom', message });
      })
      .optional(),
  ),
  /** The secret of an installation that this one took over: its tokens are still accepted, nothing is signed with it. */
  AUTH_LEGACY_SECRET: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .min(
        LEAST_SECRET_CHARACTERS,
        `AUTH_LEGACY_SECRET must be the whole secret of the earlier installation: at least ${LEAST_SECRET_CHARACTERS} characters.`,
      )
      .optional(),
  ),
  /** Long random texts, newest first, that secrets in the database are encrypted with; older ones still open theirs. */
  AUTH_ENCRYPTION_KEY: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .refine(
        (value) => value.split(',').every((key) => key.trim().length >= 32),
        'AUTH_ENCRYPTION_KEY must be at least 32 random characters; several are separated by commas, the newest first.',
      )
      .optional(),
  ),
  AUTH_REDIRECT_ALLOW: text,
  AUTH_AUTOCONFIRM: flag('AUTH_AUTOCONFIRM'),
  AUTH_PHONE_AUTOCONFIRM: flag('AUTH_PHONE_AUTOCONFIRM'),
  AUTH_ANONYMOUS: flag('AUTH_ANONYMOUS'),
  AUTH_MANUAL_LINKING: flag('AUTH_MANUAL_LINKING'),
  AUTH_SIGNUP_DISABLED: flag('AUTH_SIGNUP_DISABLED'),
  AUTH_LIMITS_DISABLED: flag('AUTH_LIMITS_DISABLED'),
  AUTH_WEB3: flag('AUTH_WEB3'),
  /** JSON array of {name, issuer, clientId, clientSecret, domains?}: OpenID Connect providers for sign-in. */
  AUTH_OIDC_PROVIDERS: jsonArray('AUTH_OIDC_PROVIDERS'),
  AUTH_PASSKEY_RP_ID: text,
  AUTH_PASSKEY_ORIGINS: text,
  AUTH_PASSWORD_MIN: number('AUTH_PASSWORD_MIN', 6, 64),
  AUTH_SESSION_INACTIVITY_HOURS: number('AUTH_SESSION_INACTIVITY_HOURS', 1, 87_600),
  AUTH_SESSION_LIFETIME_HOURS: number('AUTH_SESSION_LIFETIME_HOURS', 1, 87_600),
  BACKUP_DIR: text,
});

/** Names of everything that can be set; `docs/configuration.md` says what each of them means. */
export const variableNames: readonly string[] = Object.keys(Variables.shape);

type Variables = z.infer<typeof Variables>;

export type Env = Variables & {
  /** Address under which browsers reach this server, without a trailing slash. */
  origin: string;
  /** No key of a third party is set: sandboxes answer for them and every page says so. */
  demo: boolean;
};

/** What must be mended before the server can start, one sentence each. */
export class EnvironmentError extends Error {
  readonly sentences: string[];
  constructor(sentences: string[]) {
    super(`The environment is not usable:\n${sentences.map((sentence) => `  - ${sentence}`).join('\n')}`);
    this.sentences = sentences;
  }
}

const VENDOR_KEYS = [
  'TWITCH_CLIENT_ID',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'TWILIO_ACCOUNT_SID',
  'DISCORD_BOT_TOKEN',
] as const;
const TOGETHER: [keyof Variables, keyof Variables][] = [
  ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  ['SOLANA_RPC_URL', 'TOKEN_MINT'],
  ['LLM_API_KEY', 'LLM_BASE_URL'],
  ['LLM_API_KEY', 'LLM_MODEL'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
];

/**
 * Reads and checks all variables once.
 * @param source what tests give instead of the environment of the process
 * @throws EnvironmentError with one sentence for everything that is wrong
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = Variables.safeParse(source);
  if (!parsed.success) {
    throw new EnvironmentError(parsed.error.issues.map((issue) => issue.message));
  }
  const values = parsed.data;
  const sentences: string[] = [];
  for (const [one, other] of TOGETHER) {
    if (Boolean(values[one]) === Boolean(values[other])) continue;
    const [present, absent] = values[one] ? [one, other] : [other, one];
    sentences.push(`${present} is set but ${absent} is not: set both, or neither.`);
  }
  const demo = VENDOR_KEYS.every((key) => !values[key]);
  const origin = (values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  if (values.NODE_ENV === 'production') sentences.push(...productionFaults(values, demo));
  if (sentences.length > 0) throw new EnvironmentError(sentences);
  return { ...values, origin, demo };
}
