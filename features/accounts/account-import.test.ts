import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { importExport } from './account-import.commands.ts';
import { makeUser } from './accounts.factory.ts';
import { nowhere } from './sessions/sessions.commands.ts';
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

const take = (file: string) => importExport(context.deps, join(folder, file), () => {});

it('takes over a database dump of the hosted service, identities before accounts as dumps have them', async () => {
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
  const report = await take('dump.sql');
  expect(report['auth.users']).toMatchObject({ read: 2, added: 2, refused: [] });
  expect(report['auth.users']!.remarks).toEqual([{ id: ids[1], why: expect.stringContaining('reset by mail') }]);
  expect(report['auth.identities']).toMatchObject({ added: 1 });
  expect(report.protocol_profiles).toMatchObject({ added: 1 });
  expect(report).not.toHaveProperty('admin_roles');
  const session = await signInWithPassword(context.deps, { email: 'moved@example.test', password }, nowhere);
  expect(session.user).toMatchObject({ id: ids[0], identities: [{ provider: 'email', email: 'moved@example.test' }] });
  const own = await context.app.request('/api/profiles/me', {
    headers: { Authorization: `Bearer ${session.access_token}` },
  });
  expect(await own.json()).toMatchObject({
    modes: ['Park', 'Rec'],
    availability: [{ days: ['Mon'], start: '19:00', end: '23:00' }],
    mic: true,
  });
});

it('changes nothing when it is run again', async () => {
  const again = await take('dump.sql');
  expect(again['auth.users']).toMatchObject({ read: 2, added: 0, present: 2 });
  const { rows } = await context.deps.database.pool.query('select encrypted_password from auth.users where id = $1', [
    ids[0],
  ]);
  expect(rows[0].encrypted_password).toMatch(/^\$argon2id/);
});

it('names what it refuses and why, and takes the rest', async () => {
  await makeUser(context.deps, { email: 'taken@example.test' });
  const users = [
    { id: crypto.randomUUID(), email: 'taken@example.test' },
    { id: crypto.randomUUID(), email: 'fine@example.test' },
    { email: 'no-id@example.test' },
    { id: 'not-a-uuid', email: 'bad-id@example.test' },
  ];
  const profiles = [{ user_id: crypto.randomUUID(), display_name: 'Nobody' }];
  writeFileSync(join(folder, 'rows.json'), JSON.stringify({ 'auth.users': users, user_profiles: profiles }));
  const report = await take('rows.json');
  expect(report['auth.users']).toMatchObject({ read: 4, added: 1 });
  expect(report['auth.users']!.refused.map(({ why }) => why)).toEqual(
    expect.arrayContaining(['another account has this e-mail address already', 'an account without an id']),
  );
  expect(report.user_profiles!.refused[0]!.why).toBe('it belongs to an account that is not here');
});
