import { bigint, boolean, integer, jsonb, pgSchema, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/instant-column.ts';
import type { ExportState } from './own-data/own-data.schema.ts';

const auth = pgSchema('auth');
const createdAt = instant('created_at').notNull().defaultNow();
const updatedAt = instant('updated_at').notNull().defaultNow();
type Json = Record<string, unknown>;

export const users = auth.table('users', {
  id: uuid('id').primaryKey().defaultRandom(),
  aud: text('aud').notNull().default('authenticated'),
  role: text('role').notNull().default('authenticated'),
  email: text('email'),
  encryptedPassword: text('encrypted_password'),
  /** When the password was disabled because its owner reported the account as compromised. */
  passwordShutAt: instant('password_shut_at'),
  emailConfirmedAt: instant('email_confirmed_at'),
  phone: text('phone'),
  phoneConfirmedAt: instant('phone_confirmed_at'),
  invitedAt: instant('invited_at'),
  confirmationSentAt: instant('confirmation_sent_at'),
  recoverySentAt: instant('recovery_sent_at'),
  emailChange: text('email_change'),
  emailChangeSentAt: instant('email_change_sent_at'),
  emailChangeConfirmStatus: smallint('email_change_confirm_status').notNull().default(0),
  phoneChange: text('phone_change'),
  phoneChangeSentAt: instant('phone_change_sent_at'),
  reauthenticationSentAt: instant('reauthentication_sent_at'),
  lastSignInAt: instant('last_sign_in_at'),
  appMetaData: jsonb('raw_app_meta_data').$type<Json>().notNull().default({}),
  userMetaData: jsonb('raw_user_meta_data').$type<Json>().notNull().default({}),
  isAnonymous: boolean('is_anonymous').notNull().default(false),
  isSsoUser: boolean('is_sso_user').notNull().default(false),
  bannedUntil: instant('banned_until'),
  deletedAt: instant('deleted_at'),
  deleteAfter: instant('delete_after'),
  /** Whether the profile was in the directory when the user requested deletion. */
  hiddenProfile: boolean('hidden_profile').notNull().default(false),
  /**
   * How many times all of the user's sessions were ended. A sign-in that was in progress when this number changed is
   * refused.
   */
  sessionsEnded: integer('sessions_ended').notNull().default(0),
  /** When the user confirmed that they're old enough for an account; null if never asked. */
  minimumAgeConfirmedAt: instant('minimum_age_confirmed_at'),
  /** When the user confirmed that they're 18, or that a parent or guardian agrees. */
  adultConfirmedAt: instant('adult_confirmed_at'),
  createdAt,
  updatedAt,
});

/** Versions of the legal texts that a user accepted at sign-up or checkout. */
export const termsAcceptances = auth.table(
  'terms_acceptances',
  {
    userId: uuid('user_id').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    place: text('place').$type<'sign_up' | 'checkout'>().notNull(),
    terms: integer('terms').notNull(),
    privacy: integer('privacy'),
    refunds: integer('refunds'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.acceptedAt, table.place] })],
);

export const identities = auth.table('identities', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  provider: text('provider').notNull(),
  providerId: text('provider_id').notNull(),
  identityData: jsonb('identity_data').$type<Json>().notNull().default({}),
  email: text('email'),
  lastSignInAt: instant('last_sign_in_at'),
  createdAt,
  updatedAt,
});

/** How a user authenticated, newest last, in the format of the protocol's `amr` claim. */
export type Amr = { method: string; timestamp: number };

export const sessions = auth.table('sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  factorId: uuid('factor_id'),
  aal: text('aal').$type<'aal1' | 'aal2'>().notNull().default('aal1'),
  amr: jsonb('amr').$type<Amr[]>().notNull().default([]),
  notAfter: instant('not_after'),
  refreshedAt: instant('refreshed_at'),
  userAgent: text('user_agent'),
  ip: text('ip'),
  place: text('place'),
  refreshTokenKey: text('refresh_token_key').notNull(),
  refreshTokenCounter: bigint('refresh_token_counter', { mode: 'number' }).notNull().default(0),
  /** Connected app that the session belongs to. The app may only read who the user is. */
  oauthClientId: uuid('oauth_client_id'),
  oauthScope: text('oauth_scope'),
  createdAt,
  updatedAt,
});

export const flowStates = auth.table('flow_state', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id'),
  authCodeHash: text('auth_code_hash'),
  stateHash: text('state_hash'),
  codeChallenge: text('code_challenge'),
  codeChallengeMethod: text('code_challenge_method'),
  provider: text('provider').notNull(),
  authenticationMethod: text('authentication_method').notNull(),
  redirectTo: text('redirect_to'),
  providerCodeVerifier: text('provider_code_verifier'),
  providerAccessToken: text('provider_access_token'),
  providerRefreshToken: text('provider_refresh_token'),
  linkingUserId: uuid('linking_user_id'),
  /** Session that started the linking. Deleting it deletes this row. */
  linkingSessionId: uuid('linking_session_id'),
  oneTimeTokenId: uuid('one_time_token_id'),
  usedAt: instant('used_at'),
  createdAt,
});

export const oneTimeTokens = auth.table('one_time_tokens', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  tokenType: text('token_type').notNull(),
  codeHash: text('code_hash'),
  linkHash: text('link_hash'),
  relatesTo: text('relates_to').notNull().default(''),
  codeChallenge: text('code_challenge'),
  codeChallengeMethod: text('code_challenge_method'),
  attempts: smallint('attempts').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
  createdAt,
});

export const mfaFactors = auth.table('mfa_factors', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  friendlyName: text('friendly_name'),
  factorType: text('factor_type').$type<'totp' | 'phone' | 'webauthn'>().notNull(),
  status: text('status').$type<'unverified' | 'verified'>().notNull().default('unverified'),
  secret: text('secret'),
  phone: text('phone'),
  webAuthnCredential: jsonb('web_authn_credential').$type<Json>(),
  lastUsedStep: bigint('last_used_step', { mode: 'number' }),
  lastChallengedAt: instant('last_challenged_at'),
  createdAt,
  updatedAt,
});

export const mfaChallenges = auth.table('mfa_challenges', {
  id: uuid('id').primaryKey().defaultRandom(),
  factorId: uuid('factor_id').notNull(),
  otpHash: text('otp_hash'),
  webAuthnSessionData: jsonb('web_authn_session_data').$type<Json>(),
  attempts: smallint('attempts').notNull().default(0),
  verifiedAt: instant('verified_at'),
  expiresAt: instant('expires_at').notNull(),
  createdAt,
});

export const recoveryCodes = auth.table('recovery_codes', {
  userId: uuid('user_id').notNull(),
  codeHash: text('code_hash').notNull(),
  usedAt: instant('used_at'),
  createdAt,
});

export const webauthnCredentials = auth.table('webauthn_credentials', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: text('public_key').notNull(),
  signCount: bigint('sign_count', { mode: 'number' }).notNull().default(0),
  transports: jsonb('transports').$type<string[]>().notNull().default([]),
  aaguid: text('aaguid'),
  backupEligible: boolean('backup_eligible').notNull().default(false),
  backedUp: boolean('backed_up').notNull().default(false),
  friendlyName: text('friendly_name').notNull().default(''),
  lastUsedAt: instant('last_used_at'),
  createdAt,
  updatedAt,
});

export const webauthnChallenges = auth.table('webauthn_challenges', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id'),
  kind: text('kind').$type<'registration' | 'authentication'>().notNull(),
  sessionData: jsonb('session_data').$type<Json>().notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt,
});

export const signingKeys = auth.table('signing_keys', {
  kid: text('kid').primaryKey(),
  algorithm: text('algorithm').$type<'ES256' | 'RS256'>().notNull(),
  publicJwk: jsonb('public_jwk').$type<Json>().notNull(),
  privateJwk: jsonb('private_jwk').$type<Json>().notNull(),
  createdAt,
  retiredAt: instant('retired_at'),
});

export const oauthClients = auth.table('oauth_clients', {
  id: uuid('id').primaryKey().defaultRandom(),
  secretHash: text('secret_hash'),
  clientType: text('client_type').$type<'public' | 'confidential'>().notNull(),
  authMethod: text('token_endpoint_auth_method')
    .$type<'none' | 'client_secret_basic' | 'client_secret_post'>()
    .notNull(),
  clientName: text('client_name').notNull(),
  clientUri: text('client_uri'),
  logoUri: text('logo_uri'),
  redirectUris: jsonb('redirect_uris').$type<string[]>().notNull(),
  grantTypes: jsonb('grant_types').$type<string[]>().notNull(),
  scope: text('scope').notNull(),
  createdAt,
  updatedAt,
});

export const oauthConsents = auth.table('oauth_consents', {
  userId: uuid('user_id').notNull(),
  clientId: uuid('client_id').notNull(),
  scope: text('scope').notNull(),
  grantedAt: instant('granted_at').notNull(),
});

export const oauthAuthorizations = auth.table('oauth_authorizations', {
  id: uuid('id').primaryKey().defaultRandom(),
  clientId: uuid('client_id').notNull(),
  userId: uuid('user_id'),
  redirectUri: text('redirect_uri').notNull(),
  scope: text('scope').notNull(),
  state: text('state'),
  nonce: text('nonce'),
  codeChallenge: text('code_challenge').notNull(),
  codeHash: text('code_hash'),
  sessionId: uuid('session_id'),
  usedAt: instant('used_at'),
  expiresAt: instant('expires_at').notNull(),
  createdAt,
});

export const dataExports = auth.table('data_exports', {
  userId: uuid('user_id').primaryKey(),
  state: text('state').$type<ExportState>().notNull(),
  done: integer('done').notNull().default(0),
  total: integer('total').notNull().default(0),
  content: text('content'),
  requestedAt: instant('requested_at').notNull(),
});

export const securityEvents = auth.table('security_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id'),
  kind: text('kind').$type<'change' | 'sign_in' | 'failure' | 'report'>().notNull(),
  action: text('action').notNull(),
  resourceType: text('resource_type').notNull(),
  success: boolean('success').notNull(),
  metadata: jsonb('metadata').$type<Json>().notNull().default({}),
  requestId: text('request_id'),
  /** Hour in which repeated events are counted. */
  slot: instant('slot'),
  times: integer('times').notNull().default(1),
  lastAt: instant('last_at'),
  device: text('device'),
  network: text('network'),
  country: text('country'),
  marks: text('marks').array().notNull().default([]),
  createdAt,
});

export const rateLimits = auth.table('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  resetsAt: instant('resets_at').notNull(),
});
