import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { importAccounts } from './account-import.commands.ts';
import { prepareRow } from './account-import.rules.ts';
import { makeUser } from './accounts.factory.ts';
import { UNKNOWN_VISIT } from './sessions/visits.commands.ts';
import { signInWithPassword } from './sign-in/sign-in.commands.ts';

let context: TestContext;
const folder = mkdtempSync(join(tmpdir(), 'planet-crew-import-'));
const password = 'violet court lamp 42';
const ids = [
  '0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f0001',
  '0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f0002',
  '0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f0003',
];

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await context.close();
});

async function importFile(file: string) {
  const report = await importAccounts(context.deps, join(folder, file));
  expect(report).toMatchObject({ problems: [], written: true });
  return report.tables;
}

it('imports a database dump of the hosted service that lists identities before accounts', async () => {
  const crypt = await hash(password, 4);
  const identity = JSON.stringify({ sub: ids[0], email: 'Moved@Example.test' });
  writeFileSync(
    join(folder, 'dump.sql'),
    [
      'SET statement_timeout = 0;',
      'COPY auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, id) FROM stdin;',
      `${ids[0]}\t${ids[0]}\t${identity}\temail\t\\N\t2025-01-01 00:00:00+00\t2025-01-01 00:00:00+00\t${ids[2]}`,
      '\\.',
      'COPY auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, phone) FROM stdin;',
      `\\N\t${ids[0]}\tauthenticated\tauthenticated\tMoved@Example.test\t${crypt}\t2025-01-01 00:00:00+00\t{"provider": "email"}\t{"name": "A\\\\"B"}\tf\t2025-01-01 00:00:00+00\t\\N`,
      `\\N\t${ids[1]}\tauthenticated\tauthenticated\todd@example.test\tscrypt:whatever\t2025-01-01 00:00:00+00\t\\N\t\\N\tf\t2025-01-01 00:00:00+00\t\\N`,
      '\\.',
      'COPY public.protocol_profiles (id, display_name, modes, availability) FROM stdin;',
      `${ids[0]}\tMoved\t{Park,Rec}\t{"days": ["Mon"], "start": "19:00", "end": "23:00"}`,
      '\\.',
      'COPY public.admin_roles (user_id) FROM stdin;',
      ids[1],
      '\\.',
    ].join('\n'),
  );
  const report = await importFile('dump.sql');
  expect(report['auth.users']).toMatchObject({ read: 2, added: 2, refused: [] });
  expect(report['auth.users']!.remarks).toEqual([
    {
      id: ids[1],
      why: expect.stringContaining('the password is stored in an unknown format, so it has to be reset by email'),
    },
  ]);
  expect(report['auth.identities']).toMatchObject({ added: 1 });
  expect(report.protocol_profiles).toMatchObject({ added: 1 });
  expect(report.admin_roles).toMatchObject({ read: 1, skipped: 'permissions are never imported from a file' });
  const session = await signInWithPassword(context.deps, { email: 'moved@example.test', password }, UNKNOWN_VISIT);
  expect(session.user).toMatchObject({
    id: ids[0],
    identities: [{ provider: 'email', email: 'moved@example.test' }],
    user_metadata: { name: 'A"B' },
  });
  const own = await context.app.request('/api/profiles/me', {
    headers: { Authorization: `Bearer ${session.access_token}` },
  });
  expect(await own.json()).toMatchObject({
    modes: ['Park', 'Rec'],
    availability: [{ days: ['Mon'], start: '19:00', end: '23:00' }],
    mic: true,
  });
});

it('adds nothing when the same dump is imported twice', async () => {
  const secondResponse = await importFile('dump.sql');
  expect(secondResponse['auth.users']).toMatchObject({ read: 2, added: 0, present: 2 });
  const { rows } = await context.deps.database.pool.query('select encrypted_password from auth.users where id = $1', [
    ids[0],
  ]);
  expect(rows[0].encrypted_password).toMatch(/^\$argon2id/);
});

it('reports refused rows with reasons and imports the rest', async () => {
  await makeUser(context.deps, { email: 'taken@example.test' });
  const users = [
    { id: crypto.randomUUID(), email: 'taken@example.test' },
    { id: crypto.randomUUID(), email: 'fine@example.test' },
  ];
  const profiles = [{ user_id: crypto.randomUUID(), display_name: 'Nobody' }];
  writeFileSync(join(folder, 'rows.json'), JSON.stringify({ 'auth.users': users, user_profiles: profiles }));
  const report = await importFile('rows.json');
  expect(report['auth.users']).toMatchObject({ read: 2, added: 1 });
  expect(report['auth.users']!.refused.map(({ why }) => why)).toEqual([
    'another account already has this email address',
  ]);
  expect(report.user_profiles!.refused[0]!.why).toBe("it belongs to an account that doesn't exist here");
});

it.each([
  ['{', "The file can't be read completely: it isn't valid JSON"],
  ['[null]', "The file can't be read completely: it must be an object with a list of rows per table"],
  ['null', "The file can't be read completely: it must be an object"],
  ['{"auth.users": {}}', "auth.users can't be read: it must be a list of rows."],
  ['{"auth.users": [null]}', "auth.users can't be read: row 1 isn't an object."],
  ['{"auth.users": [{"id": "x", "email": "a@b.test"}, [1]]}', "auth.users can't be read: row 2 isn't an object."],
  ['{"auth.sessions": [3]}', 'Nothing was imported'],
])('reports the problem with %s', async (text, sentence) => {
  const file = join(folder, 'wrong.json');
  writeFileSync(file, text);
  const { problems, written } = await importAccounts(context.deps, file);
  expect(problems.join('\n')).toContain(sentence);
  expect(written).toBe(false);
});

describe('conversion of a row from the hosted service', () => {
  const crypt = `$2a$10$${'x'.repeat(53)}`;
  it.each([
    [
      'omits empty values',
      'auth.users',
      {
        id: 1,
        phone: null,
        role: undefined,
        confirmed_at: 'x',
        email: '',
        phone_change: '',
        email_change: '',
        aud: '',
      },
      { row: { id: 1, aud: '' } },
    ],
    [
      'normalizes the email address',
      'auth.users',
      { id: 1, email: ' A@B.test ' },
      { row: { id: 1, email: 'a@b.test' } },
    ],
    [
      'keeps a password hash that we can check',
      'auth.users',
      { id: 1, encrypted_password: crypt },
      { row: { id: 1, encrypted_password: crypt } },
    ],
    [
      "drops a password hash that we can't check",
      'auth.users',
      { id: 1, encrypted_password: 'scrypt' },
      { row: { id: 1 }, remark: expect.stringContaining('reset by email') },
    ],
    [
      "drops a password hash that isn't text",
      'auth.users',
      { id: 1, encrypted_password: 7 },
      { row: { id: 1 }, remark: expect.stringContaining('reset by email') },
    ],
    ['refuses an account without an id', 'auth.users', { email: 'a@b.test' }, { refused: 'the account has no id' }],
    [
      "moves the provider's id out of the id of an older identity",
      'auth.identities',
      { id: 'p1', identity_data: '{"email":"A@B.test"}' },
      { row: { provider_id: 'p1', identity_data: { email: 'A@B.test' }, email: 'a@b.test' } },
    ],
    [
      'keeps both ids of a newer identity',
      'auth.identities',
      { id: '0B5E2C36-0a5e-4a52-8d2b-0d6f5a2f0001', provider_id: 'p1', identity_data: { sub: 'x' } },
      { row: { id: '0B5E2C36-0a5e-4a52-8d2b-0d6f5a2f0001', provider_id: 'p1', identity_data: { sub: 'x' } } },
    ],
    [
      "drops an id that isn't a UUID",
      'auth.identities',
      { id: 'x', provider_id: 'p1' },
      { row: { provider_id: 'p1', identity_data: {} } },
    ],
    [
      'drops an id with text before its UUID',
      'auth.identities',
      { id: 'x0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f0001', provider_id: 'p1' },
      { row: { provider_id: 'p1', identity_data: {} } },
    ],
    [
      'drops an id with text after its UUID',
      'auth.identities',
      { id: '0b5e2c36-0a5e-4a52-8d2b-0d6f5a2f00012', provider_id: 'p1' },
      { row: { provider_id: 'p1', identity_data: {} } },
    ],
    ['only omits empty values in other tables', 'things', { a: 1, b: null }, { row: { a: 1 } }],
    ['converts a row of a renamed table', 'shaped', { a: 1 }, { row: { b: 1 } }],
  ])('%s', (_what, table, row, expected) => {
    expect(prepareRow(table, row, { shapes: { shaped: ({ a }) => ({ b: a }) }, keys: new Map() })).toEqual(expected);
  });
});

describe('import of account values', () => {
  const importUser = async (row: Record<string, unknown>) => {
    const id = crypto.randomUUID();
    writeFileSync(join(folder, `${id}.json`), JSON.stringify({ 'auth.users': [{ id, ...row }] }));
    const { 'auth.users': users } = await importFile(`${id}.json`);
    const { rows } = await context.deps.database.pool.query(
      'select email, phone, banned_until::text, raw_user_meta_data from auth.users where id = $1',
      [id],
    );
    return { ...rows[0], remarks: users!.remarks.map(({ why }) => why) };
  };
  const CONFIRMATION_DATES = { email_confirmed_at: '2025-01-01', phone_confirmed_at: '2025-01-01' };

  it.each([
    ['José@Example.test'.normalize('NFD'), 'JOSÉ@example.test'],
    ['Ann@MÜLLER.example', 'ann@xn--mller-kva.example'],
    ['Bea@xn--mller-kva.example', 'bea@Müller.example'.normalize('NFD')],
    [' Spaced@Example.test ', 'spaced@example.test'],
  ])('normalizes the address %s', async (storedAddress, address) => {
    const { email, remarks } = await importUser({
      email: storedAddress,
      encrypted_password: await hash(password, 4),
      ...CONFIRMATION_DATES,
    });
    expect(remarks).toEqual([]);
    const session = await signInWithPassword(context.deps, { email: address, password }, UNKNOWN_VISIT);
    expect(session.user.email).toBe(email);
  });

  it('stores a number without its plus sign and signs in with either form', async () => {
    const encrypted_password = await hash(password, 4);
    const { phone, remarks } = await importUser({
      phone: '+49 1512 3456789',
      encrypted_password,
      ...CONFIRMATION_DATES,
    });
    expect([phone, remarks]).toEqual(['4915123456789', []]);
    for (const address of ['+49 151 23456789', '4915123456789']) {
      await signInWithPassword(context.deps, { phone: address, password }, UNKNOWN_VISIT);
    }
  });

  it('drops and reports an email address or phone number that sign-in refuses', async () => {
    expect((await importUser({ email: 'two words@example.test' })).remarks).toEqual([
      expect.stringContaining("doesn't accept its email"),
    ]);
    expect((await importUser({ phone: '0151 2' })).remarks).toEqual([
      expect.stringContaining("doesn't accept its phone"),
    ]);
  });

  it.each([
    ['infinity', '9999-12-31 23:59:59.999+00'],
    ['-infinity', '0001-01-01 00:00:00+00'],
    ['0044-03-15 00:00:00+00 BC', '0001-01-01 00:00:00+00'],
    ['294276-12-31 23:59:59+00', '9999-12-31 23:59:59.999+00'],
  ])('reports the instant %s and stores the nearest one every client can read', async (instant, storedInstant) => {
    const { banned_until, remarks } = await importUser({
      email: `${crypto.randomUUID()}@example.test`,
      banned_until: instant,
    });
    expect(banned_until).toBe(storedInstant);
    expect(remarks).toEqual([expect.stringContaining(`banned_until was ${instant}`)]);
  });

  it("reports metadata that's too large for an account", async () => {
    const found = await importUser({
      email: 'large@example.test',
      raw_user_meta_data: { name: 'Ann', picture: 'x'.repeat(9_000) },
    });
    expect(found.raw_user_meta_data).toEqual({ name: 'Ann' });
    expect(found.remarks).toEqual([expect.stringContaining('left out: picture')]);
  });
});
