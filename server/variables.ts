import { z } from 'zod';
import { parseForeignKeys } from '../features/accounts/imported-factors.rules.ts';
import { MIN_SECRET_CHARACTERS, parseSigningKeys } from '../features/accounts/signing-keys.rules.ts';
import { LOCALES } from '../messages/locales.ts';
import {
  blankToUndefined,
  choiceVariable,
  countriesVariable,
  countryVariable,
  flagVariable,
  isListedOrigin,
  isOrigin,
  isPrivateKey,
  isRedirectPattern,
  languagesVariable,
  listVariable,
  matchingVariable,
  numberVariable,
  oidcProvidersVariable,
  optionalVariable,
  originVariable,
  postgresUrlVariable,
  text,
  trustedProxiesVariable,
  urlVariable,
  withDefault,
} from './variable-schemas.ts';

/** The purposes in the console's list of keys, in the order of the list. */
const PURPOSES = [
  'Sign-in with Twitch',
  'Email',
  'SMS',
  'Discord messages',
  'Connecting Discord',
  'Payments',
  'Token tiers',
  'AI Build Assistant',
  'Phone concierge',
  'PostgreSQL instead of the embedded database',
  'Prometheus',
  'Nightly backups',
] as const;

type Variable = {
  /** Parses and validates the value. */
  is: z.ZodType;
  /** The default value, if `is` doesn't define one. */
  fallback?: string;
  meaning: string;
  /** The purpose of a key. The console lists whether the key is set. */
  key?: (typeof PURPOSES)[number];
  /** The vendor to which the key belongs. Once it's set, the server is no longer a demo. */
  vendor?: string;
};

/**
 * All environment variables, by the section of docs/configuration.md that describes them. `node tools/configuration.ts`
 * generates that document's tables and `.env.example` from them. Demo mode and the console's list of keys also depend
 * on them.
 */
export const PARTS = {
  'The server': {
    NODE_ENV: {
      is: choiceVariable('NODE_ENV', ['development', 'production', 'test'], 'development'),
      meaning:
        "with `production`, the server doesn't start as a demo on a public address. Required if you use real keys on a public address",
    },
    HOST: {
      is: withDefault('127.0.0.1'),
      meaning: 'address to listen on; use `0.0.0.0` in a container behind a proxy',
    },
    PORT: {
      is: z.preprocess(
        blankToUndefined,
        z.coerce
          .number({ error: 'PORT must be a number.' })
          .int()
          .min(0, 'PORT must be 0 or more.')
          .max(65535, 'PORT must be at most 65535.')
          .default(3000),
      ),
      meaning: 'port to listen on',
    },
    PUBLIC_ORIGIN: {
      is: originVariable('PUBLIC_ORIGIN'),
      fallback: '`http://localhost:<PORT>`',
      meaning: 'public address of the server; used for email links, the sign-in callback and passkeys',
    },
    ROLE: {
      is: choiceVariable('ROLE', ['web', 'worker', 'all'], 'all'),
      meaning: '`web` answers requests, `worker` runs jobs, `all` does both',
    },
    SHUTDOWN_DELAY: {
      is: numberVariable('SHUTDOWN_DELAY', 0, 120),
      fallback: '`5` with `NODE_ENV=production`, else `0`',
      meaning:
        'seconds to keep running after SIGTERM, so the load balancer notices. Meanwhile, `/api/health/ready` fails and connections close',
    },
    SOURCE_COMMIT: {
      is: text,
      fallback: 'the commit that was built',
      meaning: 'commit shown in the log, metrics and console; only needed for images built without the repository',
    },
    LOG_LEVEL: {
      is: choiceVariable('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
      meaning: 'least severe level to log: `silent`, `error`, `warn`, `info` or `debug`',
    },
    ACCESS_LOG: {
      is: choiceVariable('ACCESS_LOG', ['off', 'on', 'address'], 'off'),
      meaning: "`on` logs a line for each request; `address` adds the caller's address and browser",
    },
    SERVICE_WORKER: {
      is: choiceVariable('SERVICE_WORKER', ['on', 'off'], 'on'),
      meaning:
        '`off` removes the service worker from all browsers. Push notifications and the offline page then stop working',
    },
    LANGUAGES: {
      is: languagesVariable('LANGUAGES', LOCALES),
      fallback: '`en,es-419,pt-BR,fr,de`',
      meaning: 'languages that readers can choose, comma-separated; English is always one of them',
    },
    CORS_ORIGINS: {
      is: listVariable(
        'CORS_ORIGINS',
        isListedOrigin,
        'addresses of scheme, host and port only, each of one site, such as https://app.example.org',
      ),
      fallback: 'none',
      meaning:
        'other origins whose scripts may call the API, comma-separated, such as `https://app.example.org,capacitor://localhost`; see [below](#calls-from-other-sites)',
    },
    TRUST_PROXY: {
      is: trustedProxiesVariable('TRUST_PROXY'),
      fallback: '`false`',
      meaning:
        'proxies whose `X-Forwarded-For` header we trust: `true` for one, a number, or their networks; see [below](#proxies)',
    },
    PROXY_COUNTRY_HEADER: {
      is: listVariable(
        'PROXY_COUNTRY_HEADER',
        (name) => /^[a-z0-9-]+$/i.test(name),
        'the name of one header, such as CF-IPCountry',
      ),
      meaning:
        "with `TRUST_PROXY`: header with the caller's two-letter country, such as `CF-IPCountry`; security activity shows it as the approximate place",
    },
    METRICS_TOKEN: { is: text, meaning: 'bearer token for `/metrics`; without it, metrics are off', key: 'Prometheus' },
    SEED_PLAYERS: {
      is: optionalVariable(z.coerce.number({ error: 'SEED_PLAYERS must be a number.' }).int().min(0).max(1_000_000)),
      fallback: '`400`',
      meaning: 'number of players in a demo; `0` starts with none',
    },
    SAMPLE_PLAYERS: {
      is: choiceVariable('SAMPLE_PLAYERS', ['on', 'off'], 'on'),
      meaning: '`off` stops the sample players of a demo from responding automatically',
    },
  },
  Data: {
    DATABASE_URL: {
      is: postgresUrlVariable('DATABASE_URL'),
      meaning:
        "PostgreSQL 15 or newer, or its pooler. Without it, the server uses an embedded database in `DATA_DIR`, which isn't for production",
      key: 'PostgreSQL instead of the embedded database',
    },
    DATABASE_DIRECT_URL: {
      is: postgresUrlVariable('DATABASE_DIRECT_URL'),
      fallback: '`DATABASE_URL`',
      meaning:
        'direct address of PostgreSQL if `DATABASE_URL` is a pooler in transaction mode. Notifications, migrations and restores need it',
    },
    DATABASE_REPLICA_URL: {
      is: postgresUrlVariable('DATABASE_REPLICA_URL'),
      meaning: 'replica that public pages are read from',
    },
    DATABASE_POOL_SIZE: {
      is: numberVariable('DATABASE_POOL_SIZE', 2, 500),
      fallback: '`20`',
      meaning:
        'maximum connections from one node to PostgreSQL, and the same number to the replica. One more listens for notifications (see [scale](scale.md))',
    },
    DATABASE_CONNECT_TIMEOUT: {
      is: numberVariable('DATABASE_CONNECT_TIMEOUT', 1, 60),
      fallback: '`4`',
      meaning: 'maximum seconds to get a connection, including the wait for a free one in the pool',
    },
    DATABASE_REQUEST_TIMEOUT: {
      is: numberVariable('DATABASE_REQUEST_TIMEOUT', 1, 60),
      fallback: '`8`',
      meaning: 'seconds that one request may wait for PostgreSQL in total; after that, it gets a 503',
    },
    DATABASE_STATEMENT_TIMEOUT: {
      is: numberVariable('DATABASE_STATEMENT_TIMEOUT', 10, 7_200),
      fallback: '`300`',
      meaning: 'maximum seconds for one statement of a background job',
    },
    EMBEDDED_IN_PRODUCTION: {
      is: flagVariable('EMBEDDED_IN_PRODUCTION'),
      meaning: '`true` allows the embedded database with `NODE_ENV=production` and keys',
    },
    DATA_DIR: { is: withDefault('data'), meaning: 'folder for the embedded database and uploads' },
    BACKUP_DIR: {
      is: text,
      meaning: 'folder for nightly backups. Without it and `BACKUP_S3_BUCKET`, there are none',
      key: 'Nightly backups',
    },
    BACKUP_HOUR: {
      is: numberVariable('BACKUP_HOUR', 0, 23).transform((hour) => hour ?? 9),
      meaning: 'UTC hour of the nightly backup, which starts at half past',
    },
    BACKUP_KEEP: {
      is: numberVariable('BACKUP_KEEP', 1, 3650).transform((count) => count ?? 14),
      meaning: 'how many nightly backups to keep; the ones from `npm run backup` are never deleted',
    },
    BACKUP_S3_BUCKET: {
      is: text,
      meaning: 'bucket of an S3-compatible store for backups, instead of `BACKUP_DIR` or in addition to it',
    },
    BACKUP_S3_ENDPOINT: {
      is: urlVariable('BACKUP_S3_ENDPOINT'),
      fallback: '`S3_ENDPOINT`',
      meaning: 'URL of that store',
    },
    BACKUP_S3_REGION: { is: text, fallback: '`S3_REGION`', meaning: 'region of that store' },
    BACKUP_S3_ACCESS_KEY_ID: { is: text, fallback: '`S3_ACCESS_KEY_ID`', meaning: 'access key ID of that store' },
    BACKUP_S3_SECRET_ACCESS_KEY: { is: text, fallback: '`S3_SECRET_ACCESS_KEY`', meaning: 'secret key of that store' },
    BACKUP_AGE_RECIPIENT: {
      is: matchingVariable(/^(age1|ssh-)\S/, 'BACKUP_AGE_RECIPIENT must be a public key of age, such as age1….'),
      meaning: 'public key that backups are encrypted for with the program `age`, which must be installed',
    },
    S3_ENDPOINT: {
      is: urlVariable('S3_ENDPOINT'),
      meaning: 'URL of an S3-compatible object store for uploads, instead of `DATA_DIR`; required with several nodes',
    },
    S3_BUCKET: { is: text, meaning: 'bucket of the object store' },
    S3_REGION: { is: withDefault('auto'), meaning: 'region of the object store' },
    S3_ACCESS_KEY_ID: { is: text, meaning: 'access key ID of the object store' },
    S3_SECRET_ACCESS_KEY: { is: text, meaning: 'secret key of the object store' },
  },
  'Third parties': {
    TWITCH_CLIENT_ID: {
      is: text,
      meaning:
        'client ID of your Twitch application, for sign-in. Set its redirect address to `<PUBLIC_ORIGIN>/auth/v1/callback`',
      key: 'Sign-in with Twitch',
      vendor: 'Twitch',
    },
    TWITCH_CLIENT_SECRET: { is: text, meaning: 'client secret of that application', key: 'Sign-in with Twitch' },
    SMTP_URL: {
      is: matchingVariable(/^smtps?:\/\//, 'SMTP_URL must start with smtp:// or smtps://.'),
      meaning: 'mail server, such as `smtps://user:password@host:465`',
      key: 'Email',
      vendor: 'email',
    },
    SMTP_CONNECTIONS: {
      is: numberVariable('SMTP_CONNECTIONS', 1, 200),
      fallback: '`32`',
      meaning:
        'maximum connections from one node to the mail server. If it answers in 60 ms, each connection sends about 15 emails a second',
    },
    MAIL_FROM: {
      is: withDefault('Planet Crew <crew@planetcrew.example>').pipe(
        z
          .string()
          .regex(
            /^([^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
            'MAIL_FROM must be an address such as crew@example.org, or a name with one: Planet Crew <crew@example.org>.',
          ),
      ),
      meaning: 'sender of all email',
    },
    MAIL_REPLY_TO: { is: text, fallback: '`MAIL_FROM`', meaning: 'address for replies to our email' },
    MAIL_DKIM_DOMAIN: {
      is: text,
      meaning: "domain of `MAIL_FROM` to sign email for (DKIM). Only set it if your email provider doesn't sign",
    },
    MAIL_DKIM_SELECTOR: {
      is: text,
      meaning:
        'DKIM selector; the public key is at `<selector>._domainkey.<domain>`. Without a key of your own, `npm run go-live` checks the key of your email provider',
    },
    MAIL_DKIM_KEY: {
      is: z.preprocess(
        (value) => (typeof value === 'string' && value !== '' ? value.replaceAll('\\n', '\n') : undefined),
        z
          .string()
          .refine(isPrivateKey, 'MAIL_DKIM_KEY must be a private key in PEM; line ends may be written as \\n.')
          .optional(),
      ),
      meaning: 'private DKIM key (RSA or Ed25519) in PEM format; you can write line ends as `\\n`',
    },
    DISCORD_CLIENT_ID: {
      is: text,
      meaning:
        'client ID of your Discord application. Its redirect addresses are `<PUBLIC_ORIGIN>/auth/v1/callback` and `<PUBLIC_ORIGIN>/protocol/discord`',
      key: 'Connecting Discord',
    },
    DISCORD_CLIENT_SECRET: { is: text, meaning: 'client secret of that application', key: 'Connecting Discord' },
    DISCORD_BOT_TOKEN: {
      is: text,
      meaning: 'token of its bot, which sends direct messages',
      key: 'Discord messages',
      vendor: 'Discord',
    },
    STRIPE_SECRET_KEY: {
      is: text,
      meaning: 'secret key of your Stripe account, for payments',
      key: 'Payments',
      vendor: 'Stripe',
    },
    STRIPE_WEBHOOK_SECRET: {
      is: text,
      meaning: 'secret of the webhook at `<PUBLIC_ORIGIN>/api/stripe/webhook` that sends events of your account',
      key: 'Payments',
    },
    STRIPE_CONNECT_WEBHOOK_SECRET: {
      is: text,
      meaning:
        'secret of a second webhook at the same address. It sends events of connected accounts, which sellers have',
      key: 'Payments',
    },
    STRIPE_COUNTRY: {
      is: countryVariable('STRIPE_COUNTRY'),
      meaning:
        'country of your Stripe account. It limits how long funds can be held: 10 days in `TH`, two years in `US`, 90 days elsewhere',
    },
    STRIPE_SELLER_COUNTRIES: {
      is: countriesVariable('STRIPE_SELLER_COUNTRIES'),
      meaning:
        'countries where players can be paid, such as `US,CA,GB`. Stripe only transfers money between the US, UK, EEA, Canada and Switzerland',
    },
    STRIPE_API_URL: {
      is: urlVariable('STRIPE_API_URL'),
      fallback: "Stripe's own",
      meaning: 'different address of the payment API, for tests',
    },
    TWILIO_ACCOUNT_SID: {
      is: text,
      meaning: 'account SID at Twilio, for text messages',
      key: 'SMS',
      vendor: 'Twilio',
    },
    TWILIO_AUTH_TOKEN: { is: text, meaning: 'auth token of that account', key: 'SMS' },
    TWILIO_FROM: {
      is: matchingVariable(
        /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
        'TWILIO_FROM must be a number such as +15005550006, a short code, a sender name, or a messaging service (MG…).',
      ),
      meaning: 'number or messaging service (`MG…`) that sends the text messages',
      key: 'SMS',
    },
    SOLANA_RPC_URL: {
      is: urlVariable('SOLANA_RPC_URL'),
      meaning: 'Solana node to read token balances from. Without it, the holder check is off, and the page says so',
      key: 'Token tiers',
    },
    TOKEN_MINT: {
      is: matchingVariable(
        /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
        'TOKEN_MINT must be the address of a mint on Solana (base58).',
      ),
      meaning: 'address of the token that unlocks holder tiers. Without it, the holder check is off',
      key: 'Token tiers',
    },
    LLM_BASE_URL: {
      is: urlVariable('LLM_BASE_URL'),
      meaning:
        'OpenAI-compatible endpoint for descriptions in the AI Build Assistant, such as `https://llm.example.org/v1`. Without it, or if it fails, a word list is used',
    },
    LLM_API_KEY: { is: text, meaning: 'key for that endpoint', key: 'AI Build Assistant' },
    LLM_MODEL: { is: text, meaning: 'name of the language model' },
    OPERATOR_DETAILS: {
      is: optionalVariable(z.string().max(300, 'OPERATOR_DETAILS must have at most 300 characters.')),
      meaning: 'legal name, address and tax number of your business, for receipts',
    },
    CONCIERGE_PHONE: {
      is: matchingVariable(/^\+[1-9]\d{6,14}$/, 'CONCIERGE_PHONE must be a number such as +15005550006.'),
      meaning: 'number that your phone concierge calls from. Without it, no plan offers the concierge',
      key: 'Phone concierge',
    },
  },
  Accounts: {
    AUTH_ENCRYPTION_KEY: {
      is: optionalVariable(
        z
          .string()
          .refine(
            (value) => value.split(',').every((key) => key.trim().length >= 32),
            'AUTH_ENCRYPTION_KEY must be at least 32 random characters; several are separated by commas, the newest first.',
          ),
      ),
      meaning:
        'key that encrypts secrets in the database: at least 32 random characters (`openssl rand -base64 32`); see [below](#encryption-key)',
    },
    AUTH_IMPORT_KEYS: {
      is: optionalVariable(
        z
          .string()
          .refine(
            (value) => parseForeignKeys(value) !== undefined,
            'AUTH_IMPORT_KEYS must be the keys of the old installation as name:key, several separated by commas; a key is 32 bytes in base64url.',
          ),
      ),
      meaning:
        "only for an import: the old installation's encryption keys (`name:key,name:key`); copy its `GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS`",
    },
    AUTH_SIGNING_KEYS: {
      is: optionalVariable(
        z.string().superRefine((value, context) => {
          for (const message of parseSigningKeys(value).faults) context.addIssue({ code: 'custom', message });
        }),
      ),
      fallback: 'generated at first start',
      meaning:
        'keys that sign access tokens, as a JSON array of JWKs. Without it, the server generates one and keeps it in the database; see [below](#signing-keys)',
    },
    AUTH_LEGACY_SECRET: {
      is: optionalVariable(
        z
          .string()
          .min(
            MIN_SECRET_CHARACTERS,
            `AUTH_LEGACY_SECRET must be the whole secret of the earlier installation: at least ${MIN_SECRET_CHARACTERS} characters.`,
          ),
      ),
      meaning:
        "symmetric secret (HS256) of an earlier installation, so its tokens work until they expire. It's never published and signs nothing",
    },
    AUTH_REDIRECT_ALLOW: {
      is: listVariable(
        'AUTH_REDIRECT_ALLOW',
        isRedirectPattern,
        'addresses with their scheme and whose site they are, such as https://app.example.org/** or my-app://callback',
      ),
      meaning:
        'more addresses that sign-in may redirect to, comma-separated. `*` matches anything except dots and slashes, `**` matches anything',
    },
    AUTH_AUTOCONFIRM: {
      is: flagVariable('AUTH_AUTOCONFIRM'),
      fallback: '`false`',
      meaning: "`true`: email addresses don't have to be confirmed. For tests only; refused in production",
    },
    AUTH_PHONE_AUTOCONFIRM: {
      is: flagVariable('AUTH_PHONE_AUTOCONFIRM'),
      fallback: '`false`',
      meaning: "`true`: phone numbers don't have to be confirmed. For tests only; refused in production",
    },
    AUTH_ANONYMOUS: {
      is: flagVariable('AUTH_ANONYMOUS'),
      fallback: '`false`',
      meaning: '`true` lets people sign in without an email address or phone number',
    },
    AUTH_MANUAL_LINKING: {
      is: flagVariable('AUTH_MANUAL_LINKING'),
      fallback: '`true`',
      meaning: 'whether people can link more sign-in methods to their account',
    },
    AUTH_SIGNUP_DISABLED: {
      is: flagVariable('AUTH_SIGNUP_DISABLED'),
      fallback: '`false`',
      meaning: '`true` closes sign-up',
    },
    AUTH_LIMITS_DISABLED: {
      is: flagVariable('AUTH_LIMITS_DISABLED'),
      fallback: '`false`',
      meaning: "`true`: attempts aren't limited. For tests only; refused in production",
    },
    AUTH_PASSWORD_MIN: {
      is: numberVariable('AUTH_PASSWORD_MIN', 6, 64),
      fallback: '`8`',
      meaning: 'minimum password length, 6 to 64',
    },
    AUTH_SESSION_INACTIVITY_HOURS: {
      is: numberVariable('AUTH_SESSION_INACTIVITY_HOURS', 1, 87_600),
      fallback: '`1440`',
      meaning: 'a session ends after this many hours without use',
    },
    AUTH_SESSION_LIFETIME_HOURS: {
      is: numberVariable('AUTH_SESSION_LIFETIME_HOURS', 1, 87_600),
      fallback: '`8760`',
      meaning: "a session ends this many hours after sign-in, even if it's used",
    },
    AUTH_PASSKEY_RP_ID: {
      is: listVariable(
        'AUTH_PASSKEY_RP_ID',
        (host) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(host),
        'a host name only, such as example.org',
      ),
      fallback: 'host of `PUBLIC_ORIGIN`',
      meaning: 'name that passkeys are tied to. If you change it, all existing passkeys stop working',
    },
    AUTH_PASSKEY_ORIGINS: {
      is: listVariable(
        'AUTH_PASSKEY_ORIGINS',
        (address) => URL.canParse(address) && isOrigin(address),
        'addresses of scheme, host and port only, such as https://example.org',
      ),
      fallback: '`PUBLIC_ORIGIN`',
      meaning: 'addresses where passkeys work, comma-separated',
    },
    AUTH_WEB3: {
      is: flagVariable('AUTH_WEB3'),
      fallback: '`true`',
      meaning: 'whether people can sign in with a Solana or Ethereum wallet',
    },
    AUTH_OIDC_PROVIDERS: {
      is: oidcProvidersVariable,
      meaning:
        'providers for sign-in with OpenID Connect: a JSON array of `{"name", "issuer", "clientId", "clientSecret", "domains"}`. `domains` turns on single sign-on for these domains',
    },
  },
} as const satisfies Record<string, Record<string, Variable>>;

export const VARIABLES = { ...PARTS['The server'], ...PARTS.Data, ...PARTS['Third parties'], ...PARTS.Accounts };
export type VariableName = keyof typeof VARIABLES;

/** Widens the type, so that optional properties can be read. */
const facts: Record<VariableName, Variable> = VARIABLES;
export const variableNames = Object.keys(facts) as VariableName[];

/** Third parties and the key of each. If none of these keys is set, the server is a demo. */
export const VENDORS = variableNames.flatMap((name) => {
  const { vendor } = facts[name];
  return vendor ? [{ key: name, vendor }] : [];
});

/** The keys that can be set and their purposes. Their values stay secret. */
export const KEYS = PURPOSES.flatMap((purpose) =>
  variableNames.filter((name) => facts[name].key === purpose).map((name) => ({ name, for: purpose })),
);

/** Pairs in which the first variable has no effect without the second. */
export const DEPENDENT_PAIRS: [VariableName, VariableName][] = [
  ['MAIL_DKIM_DOMAIN', 'MAIL_DKIM_SELECTOR'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
];

/** Pairs in which each variable is only useful with the other. */
export const REQUIRED_TOGETHER: [VariableName, VariableName][] = [
  ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_FROM'],
  ['MAIL_DKIM_DOMAIN', 'MAIL_DKIM_KEY'],
  ['SOLANA_RPC_URL', 'TOKEN_MINT'],
  ['LLM_API_KEY', 'LLM_BASE_URL'],
  ['LLM_API_KEY', 'LLM_MODEL'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
];
