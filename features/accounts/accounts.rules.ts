import { createHash, timingSafeEqual } from 'node:crypto';
import { endpoints } from '../../content/endpoints.ts';
import { type ForeignKeys, parseForeignKeys } from './imported-factors.rules.ts';
import { parseSigningKeys, type SigningKey } from './signing-keys.rules.ts';

/** Environment variables of the accounts feature. `Env` includes them; tests may omit most of them. */
export type AuthEnv = {
  origin: string;
  AUTH_SIGNING_KEYS?: string | undefined;
  AUTH_LEGACY_SECRET?: string | undefined;
  AUTH_ENCRYPTION_KEY?: string | undefined;
  AUTH_IMPORT_KEYS?: string | undefined;
  AUTH_REDIRECT_ALLOW?: string | undefined;
  AUTH_AUTOCONFIRM?: boolean | undefined;
  AUTH_PHONE_AUTOCONFIRM?: boolean | undefined;
  AUTH_ANONYMOUS?: boolean | undefined;
  AUTH_MANUAL_LINKING?: boolean | undefined;
  AUTH_SIGNUP_DISABLED?: boolean | undefined;
  AUTH_LIMITS_DISABLED?: boolean | undefined;
  AUTH_PASSWORD_MIN?: number | undefined;
  AUTH_SESSION_INACTIVITY_HOURS?: number | undefined;
  AUTH_SESSION_LIFETIME_HOURS?: number | undefined;
  AUTH_PASSKEY_RP_ID?: string | undefined;
  AUTH_PASSKEY_ORIGINS?: string | undefined;
  AUTH_WEB3?: boolean | undefined;
  AUTH_OIDC_PROVIDERS?: string | undefined;
};

export type AuthSettings = {
  /** Base URL of the sign-in protocol and issuer of its tokens. */
  issuer: string;
  origin: string;
  signingKeys: SigningKey[];
  /** Secret of an earlier installation, used to verify its tokens. */
  legacySecret: string | undefined;
  /** Encryption keys, newest first. If empty, secrets are stored unencrypted. */
  encryptionKeys: string[];
  /** Keys of the installation that accounts are imported from. */
  importKeys: ForeignKeys;
  redirectAllow: string[];
  autoconfirm: boolean;
  phoneAutoconfirm: boolean;
  anonymous: boolean;
  manualLinking: boolean;
  signupDisabled: boolean;
  limits: boolean;
  passwordMin: number;
  accessTokenSeconds: number;
  reuseSeconds: number;
  inactivitySeconds: number;
  lifetimeSeconds: number;
  flowSeconds: number;
  otpSeconds: number;
  /** Relying party ID for passkeys and security keys, and its allowed origins. */
  rpId: string;
  rpOrigins: string[];
  web3: boolean;
  oidc: OidcSettings[];
};

/** An OpenID Connect provider the operator configured. */
type OidcSettings = { name: string; issuer: string; clientId: string; clientSecret: string; domains: string[] };

const HOUR = 3600;
const SESSION_INACTIVITY_DAYS = 60;
const SESSION_LIFETIME_DAYS = 365;

const settingsCache = new WeakMap<object, AuthSettings>();

/** Returns the account settings with their defaults, parsed once per environment. */
export function getAuthSettings(env: AuthEnv): AuthSettings {
  const cachedSettings = settingsCache.get(env);
  if (cachedSettings) return cachedSettings;
  const settings: AuthSettings = {
    issuer: `${env.origin}${endpoints.auth}`,
    origin: env.origin,
    signingKeys: env.AUTH_SIGNING_KEYS ? parseSigningKeys(env.AUTH_SIGNING_KEYS).keys : [],
    legacySecret: env.AUTH_LEGACY_SECRET,
    encryptionKeys: parseList(env.AUTH_ENCRYPTION_KEY),
    importKeys: (env.AUTH_IMPORT_KEYS && parseForeignKeys(env.AUTH_IMPORT_KEYS)) || new Map(),
    redirectAllow: parseList(env.AUTH_REDIRECT_ALLOW),
    autoconfirm: env.AUTH_AUTOCONFIRM ?? false,
    phoneAutoconfirm: env.AUTH_PHONE_AUTOCONFIRM ?? false,
    anonymous: env.AUTH_ANONYMOUS ?? false,
    manualLinking: env.AUTH_MANUAL_LINKING ?? true,
    signupDisabled: env.AUTH_SIGNUP_DISABLED ?? false,
    limits: !(env.AUTH_LIMITS_DISABLED ?? false),
    passwordMin: env.AUTH_PASSWORD_MIN ?? 8,
    accessTokenSeconds: HOUR,
    reuseSeconds: 10,
    inactivitySeconds: (env.AUTH_SESSION_INACTIVITY_HOURS ?? SESSION_INACTIVITY_DAYS * 24) * HOUR,
    lifetimeSeconds: (env.AUTH_SESSION_LIFETIME_HOURS ?? SESSION_LIFETIME_DAYS * 24) * HOUR,
    flowSeconds: 300,
    otpSeconds: HOUR,
    rpId: env.AUTH_PASSKEY_RP_ID ?? new URL(env.origin).hostname,
    rpOrigins: env.AUTH_PASSKEY_ORIGINS ? parseList(env.AUTH_PASSKEY_ORIGINS) : [env.origin],
    web3: env.AUTH_WEB3 ?? true,
    oidc: parseOidcSettings(env.AUTH_OIDC_PROVIDERS),
  };
  settingsCache.set(env, settings);
  return settings;
}

function parseOidcSettings(text: string | undefined): OidcSettings[] {
  if (!text) return [];
  return (JSON.parse(text) as (Omit<OidcSettings, 'domains'> & { domains?: string[] })[]).map((one) => ({
    ...one,
    domains: one.domains ?? [],
  }));
}

function parseList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * Normalizes an email address for comparison and storage: lower case, composed Unicode, no surrounding spaces. Converts
 * an international domain to its ASCII form, so that both spellings of the domain give the same address.
 */
export function normalizeEmail(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const [, local, domain] = text.match(/^(.*)@([\p{L}\p{M}\p{N}.-]+)$/u) ?? [];
  if (domain === undefined || !/[^\x20-\x7e]/.test(domain)) return text;
  const host = `http://${domain}`;
  return URL.canParse(host) ? `${local}@${new URL(host).hostname}` : text;
}

/** Hashes a high-entropy secret for storage. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest()];
  return timingSafeEqual(a, b);
}
