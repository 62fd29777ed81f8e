import { isPasswordHash } from './account-admin/account-admin.rules.ts';

export type Row = Record<string, unknown>;

const COPY = /^COPY (?:"?(\w+)"?\.)?"?(\w+)"? \((.+)\) FROM stdin;$/;
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

/** The head of a block of rows in a database dump, or undefined. */
export function readCopyHead(line: string): { table: string; columns: string[] } | undefined {
  const found = line.match(COPY);
  if (!found) return undefined;
  const [, schema = 'public', name, columns] = found;
  const table = schema === 'public' ? name! : `${schema}.${name}`;
  return { table, columns: columns!.split(',').map((column) => column.trim().replaceAll('"', '')) };
}

/** One row of such a block; values stay text, and the database reads them as it wrote them. */
export function readCopyRow(line: string, columns: string[]): Row {
  const values = line.split('\t').map((value) => (value === '\\N' ? null : unescaped(value)));
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]));
}

function unescaped(value: string): string {
  return value.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

/** How rows of a table come into our shape, by its name. */
export type Shapes = Readonly<Record<string, (row: Row) => Row>>;

export type Prepared = { row: Row; remark?: string } | { refused: string };

/** Brings a row of the hosted service into our shape; what is empty takes the default of its column. */
export function prepare(table: string, row: Row, shapes: Shapes): Prepared {
  const kept = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
  if (table === 'auth.users') return prepareUser(kept);
  if (table === 'auth.identities') return { row: prepareIdentity(kept) };
  return { row: shapes[table]?.(kept) ?? kept };
}

function prepareUser(row: Row): Prepared {
  if (!row.id) return { refused: 'an account without an id' };
  const { encrypted_password: hash, confirmed_at: _generated, ...rest } = row;
  for (const name of ['email', 'phone', 'email_change', 'phone_change']) if (rest[name] === '') delete rest[name];
  if (typeof rest.email === 'string') rest.email = rest.email.trim().toLowerCase();
  if (!hash) return { row: rest };
  if (typeof hash === 'string' && isPasswordHash(hash)) return { row: { ...rest, encrypted_password: hash } };
  return { row: rest, remark: 'the password is kept in a form that is not known here, so it has to be reset by mail' };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Older exports keep the provider's id in `id`; newer ones compute `email`, which has to be written here. */
function prepareIdentity(row: Row): Row {
  const data = typeof row.identity_data === 'string' ? JSON.parse(row.identity_data) : (row.identity_data ?? {});
  const { id, ...rest } = row;
  const email = (data as { email?: string }).email?.toLowerCase();
  return {
    ...rest,
    ...(row.provider_id ? (UUID.test(String(id)) ? { id } : {}) : { provider_id: id }),
    identity_data: data,
    ...(email ? { email } : {}),
  };
}
