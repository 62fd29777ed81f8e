import { parseInstant } from '../../time/postgres-instants.ts';
import { isPasswordHash } from './account-admin/account-admin.rules.ts';
import { normalizeEmail } from './accounts.rules.ts';
import { isEmail, normalizePhone } from './contact-addresses.rules.ts';
import type { Row } from './dump-parser.rules.ts';
import { convertFactor, convertPasskey, decryptForeignSecret, type ForeignKeys } from './imported-factors.rules.ts';
import { fitMetadata, MAX_METADATA_BYTES } from './metadata.rules.ts';

/** Functions that convert a table's rows to our format, by table name. */
export type RowConverters = Readonly<Record<string, (row: Row) => Row>>;

export type PreparedRow = { row: Row; remark?: string } | { refused: string };

/** Tables with credentials, whose rows must never be lost. */
export const CREDENTIAL_TABLES = ['auth.mfa_factors', 'auth.webauthn_credentials'];

/** Account tables that everything else references, in insertion order. */
export const ACCOUNT_TABLES = ['auth.users', 'auth.identities', ...CREDENTIAL_TABLES];

const SKIPPED_SIGN_IN_AGAIN = 'it holds what was in progress at the old installation, and everyone signs in again';

/** Tables that are safe to skip: skipping them doesn't give anyone access or lock anyone out. */
const SAFE_TO_SKIP: Readonly<Record<string, string>> = {
  'auth.sessions': SKIPPED_SIGN_IN_AGAIN,
  'auth.refresh_tokens': SKIPPED_SIGN_IN_AGAIN,
  'auth.mfa_amr_claims': SKIPPED_SIGN_IN_AGAIN,
  'auth.mfa_challenges': SKIPPED_SIGN_IN_AGAIN,
  'auth.webauthn_challenges': SKIPPED_SIGN_IN_AGAIN,
  'auth.flow_state': SKIPPED_SIGN_IN_AGAIN,
  'auth.saml_relay_states': SKIPPED_SIGN_IN_AGAIN,
  'auth.sso_sessions': SKIPPED_SIGN_IN_AGAIN,
  'auth.oauth_client_states': SKIPPED_SIGN_IN_AGAIN,
  'auth.oauth_authorizations': SKIPPED_SIGN_IN_AGAIN,
  'auth.one_time_tokens': 'codes and links sent before the move stop working',
  'auth.audit_log_entries': 'the old installation keeps its own security activity',
  'auth.instances': 'it describes the old installation itself',
  'auth.schema_migrations': 'it describes the old installation itself',
};

const SINGLE_SIGN_ON = 'set up single sign-on again with AUTH_OIDC_PROVIDERS';
const REGISTER_APPS_HINT = "register the apps again (docs/configuration.md), and they'll ask their users again";

/** Tables that control access and aren't imported, each with the step that the operator has to take instead. */
const SKIPPED_SET_UP_AGAIN: Readonly<Record<string, string>> = {
  'auth.sso_providers': SINGLE_SIGN_ON,
  'auth.sso_domains': SINGLE_SIGN_ON,
  'auth.saml_providers': SINGLE_SIGN_ON,
  'auth.custom_oauth_providers': SINGLE_SIGN_ON,
  'auth.oauth_clients': REGISTER_APPS_HINT,
  'auth.oauth_consents': REGISTER_APPS_HINT,
};

/** Decision about a table in a dump. `problem`: only the operator may decide to drop its rows. */
export type TableDecision = { fate: 'taken' } | { fate: 'skipped' | 'problem'; why: string };

export function decideTable(
  table: string,
  { isKnown, never, leave }: { isKnown: boolean; never: readonly string[]; leave: readonly string[] },
): TableDecision {
  if (leave.includes(table)) return { fate: 'skipped', why: 'left out by --leave' };
  if (ACCOUNT_TABLES.includes(table)) return { fate: 'taken' };
  if (SAFE_TO_SKIP[table]) return { fate: 'skipped', why: SAFE_TO_SKIP[table] };
  if (table.startsWith('auth.')) {
    const reason = SKIPPED_SET_UP_AGAIN[table] ?? 'we know nothing about it';
    const why = `it controls access and can't be imported: ${reason}; then run again with --leave=${table}`;
    return { fate: 'problem', why };
  }
  if (never.includes(table)) return { fate: 'skipped', why: 'permissions are never imported from a file' };
  if (table.includes('.')) return { fate: 'skipped', why: 'it belongs to another part of the old installation' };
  if (!isKnown || table === 'schema_migrations') return { fate: 'skipped', why: "this table doesn't exist here" };
  return { fate: 'taken' };
}

/** Returns an error if one of these tables must never be left out. */
export function findSkipProblem(leave: readonly string[]): string | undefined {
  const unskippable = leave.find((table) => table === 'auth.users' || table === 'auth.mfa_factors');
  return (
    unskippable &&
    `--leave=${unskippable} isn't allowed, because people would get in without the protection they set up.`
  );
}

export type Import = { shapes: RowConverters; keys: ForeignKeys };

/** Converts a row of the hosted service to our format. Empty values get the column's default. */
export function prepareRow(table: string, row: Row, { shapes, keys }: Import): PreparedRow {
  const presentValues = Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && value !== undefined),
  );
  if (table === 'auth.users') return prepareUser(presentValues, keys);
  if (table === 'auth.identities') return { row: prepareIdentity(presentValues) };
  if (table === 'auth.mfa_factors') return { row: convertFactor(presentValues, keys) };
  if (table === 'auth.webauthn_credentials') return { row: convertPasskey(presentValues) };
  return { row: shapes[table]?.(presentValues) ?? presentValues };
}

const USER_ROLE = 'authenticated';

function prepareUser(row: Row, keys: ForeignKeys): PreparedRow {
  if (!row.id) return { refused: 'the account has no id' };
  const { encrypted_password: passwordHash, confirmed_at: _generated, ...rest } = row;
  for (const name of CONTACT_COLUMNS) if (rest[name] === '') delete rest[name];
  const remarks = [...acceptContacts(rest), ...fitStoredMetadata(rest)];
  // Service and admin roles are never imported from a file.
  for (const name of ['role', 'aud']) if (rest[name]) rest[name] = USER_ROLE;
  const withRemarks = (more: string[] = []) =>
    remarks.length + more.length > 0 ? { remark: [...remarks, ...more].join('; ') } : {};
  if (!passwordHash) return { row: rest, ...withRemarks() };
  const hash = decryptForeignSecret(String(passwordHash), String(row.id), keys);
  if (isPasswordHash(hash)) return { row: { ...rest, encrypted_password: hash }, ...withRemarks() };
  return { row: rest, ...withRemarks([UNKNOWN_PASSWORD]) };
}

const UNKNOWN_PASSWORD = 'the password is stored in an unknown format, so it has to be reset by email';
const CONTACT_COLUMNS = ['email', 'phone', 'email_change', 'phone_change'];

/** Normalizes email addresses and phone numbers for sign-in. @returns remarks on values that sign-in doesn't accept */
function acceptContacts(row: Row): string[] {
  return CONTACT_COLUMNS.flatMap((name) => {
    const value = row[name];
    if (typeof value !== 'string') return [];
    const isMail = name.startsWith('email');
    const form = isMail ? normalizeEmail(value) : (normalizePhone(value) ?? value);
    row[name] = form;
    const isAccepted = isMail ? isEmail(form) : normalizePhone(form) !== undefined;
    return isAccepted ? [] : [`sign-in doesn't accept its ${name} (${value}), so no one can sign in with it`];
  });
}

const METADATA_COLUMNS = ['raw_user_meta_data', 'raw_app_meta_data'];

/** Drops the largest metadata entries. @returns remarks on dropped keys */
function fitStoredMetadata(row: Row): string[] {
  return METADATA_COLUMNS.flatMap((name) => {
    const metadata = parseJson(row[name]);
    if (!metadata) return [];
    const fittedMetadata = fitMetadata(metadata, MAX_METADATA_BYTES);
    const unreadKeys = Object.keys(metadata).filter((key) => !(key in fittedMetadata));
    if (unreadKeys.length === 0) return [];
    row[name] = fittedMetadata;
    return [`${name} can hold 4 KB, so these names were left out: ${unreadKeys.join(', ')}`];
  });
}

function parseJson(value: unknown): Record<string, unknown> | undefined {
  try {
    const read: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const DISTANT_DATE = /^-?infinity$| BC$|^\d{5,}-/i;

/**
 * Some timestamps can be represented only by PostgreSQL. Replaces each with the nearest one that every client can read.
 */
export function withReadableInstants(
  columnTypes: ReadonlyMap<string, string>,
  row: Row,
): { row: Row; remarks: string[] } {
  const remarks: string[] = [];
  const read = Object.entries(row).map(([column, value]) => {
    const type = columnTypes.get(column) ?? '';
    if (typeof value !== 'string' || !/^(timestamp|date)/.test(type) || !DISTANT_DATE.test(value))
      return [column, value];
    const nearest = parseInstant(value.toLowerCase().replace(/ bc$/, ' BC')).toISOString();
    const storedValue = type === 'date' ? nearest.slice(0, 10) : nearest;
    remarks.push(`${column} was ${value} and is kept as ${storedValue}`);
    return [column, storedValue];
  });
  return { row: Object.fromEntries(read), remarks };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Converts an identity to our format. Older exports have the provider's user id in `id`, so it's moved to
 * `provider_id`. `email` is copied from the identity's data.
 */
function prepareIdentity(row: Row): Row {
  const data = typeof row.identity_data === 'string' ? JSON.parse(row.identity_data) : (row.identity_data ?? {});
  const { id, ...rest } = row;
  const rawEmail = (data as { email?: string }).email;
  const email = rawEmail && normalizeEmail(rawEmail);
  return {
    ...rest,
    ...(row.provider_id ? (UUID.test(String(id)) ? { id } : {}) : { provider_id: id }),
    identity_data: data,
    ...(email ? { email } : {}),
  };
}
