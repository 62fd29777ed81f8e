import { spawn } from 'node:child_process';
import { createCipheriv, createHash, hkdfSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ImportOptions, importAccounts } from './account-import.commands.ts';
import { UnreadableSecret } from './imported-factors.rules.ts';
import { createTestAuthenticator } from './test-authenticator.ts';
import { type Browser, type ListeningContext, openListeningContext } from './test-client.ts';

const password = 'violet court lamp 42';
const START = Date.parse('2026-03-01T12:00:00Z');
const TIMESTAMP = '2025-01-01 00:00:00+00';
const OLD_KEY = createHash('sha256').update('old key').digest();

let context: ListeningContext;
let folder: string;
let crypt: string;
let number = 0;

beforeAll(async () => {
  context = await openListeningContext({
    AUTH_ENCRYPTION_KEY: 'a key of this operator that is long enough',
    AUTH_IMPORT_KEYS: `of-old:${OLD_KEY.toString('base64url')}`,
  });
  folder = await mkdtemp(join(tmpdir(), 'planet-crew-factors-'));
  crypt = await hash(password, 4);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await context.close();
});
beforeEach(() => context.setNow(new Date(START)));

const toSqlLiteral = (value: unknown) => (value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`);
const toInsert = (table: string, row: Record<string, unknown>) =>
  `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(toSqlLiteral).join(', ')});`;

function createNewcomer(values: object = {}) {
  const id = crypto.randomUUID();
  const email = `moved-${++number}@example.test`;
  const row = { id, email, encrypted_password: crypt, email_confirmed_at: TIMESTAMP, created_at: TIMESTAMP, ...values };
  return { id, email, sql: toInsert('auth.users', row) };
}

const getFactor = (userId: string, values: Record<string, unknown>) => ({
  id: crypto.randomUUID(),
  user_id: userId,
  friendly_name: null,
  status: 'verified',
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  ...values,
});

function importDump(lines: string[], options?: ImportOptions) {
  const file = join(folder, `${++number}.sql`);
  writeFileSync(file, lines.join('\n'));
  return importAccounts(context.deps, file, options);
}

async function signInBrowser(email: string): Promise<Browser> {
  const browser = context.browser();
  expect((await browser.auth.signInWithPassword({ email, password })).error).toBeNull();
  return browser;
}

const readLevels = async (browser: Browser) => (await browser.auth.mfa.getAuthenticatorAssuranceLevel()).data;
const queryRows = async (sql: string, values: unknown[]) => (await context.deps.database.pool.query(sql, values)).rows;
const isHere = async (id: string) => (await queryRows('select id from auth.users where id = $1', [id])).length === 1;

function encryptOld(text: string, id: string, name = 'of-old') {
  const nonce = createHash('shake256', { outputLength: 12 }).update(`${name} ${id} ${text}`).digest();
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', OLD_KEY, '', id, 32)), nonce);
  const data = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
  return JSON.stringify({ key_id: name, alg: 'aes-gcm-hkdf', data, nonce: nonce.toString('base64') });
}

describe('an imported second factor', () => {
  it('is required at sign-in and before sensitive changes, like a native one', async () => {
    const { id, email, sql } = createNewcomer();
    const secret = new Secret({ size: 20 }).base32;
    const factor = getFactor(id, { factor_type: 'totp', secret, friendly_name: 'Phone' });
    const report = await importDump([toInsert('auth.mfa_factors', factor), sql]);
    expect(report).toMatchObject({
      problems: [],
      written: true,
      tables: { 'auth.mfa_factors': { read: 1, added: 1 } },
    });
    const rows = await queryRows('select secret from auth.mfa_factors where user_id = $1', [id]);
    expect(rows[0].secret).toMatch(/^sealed:1:/);

    const browser = await signInBrowser(email);
    expect(await readLevels(browser)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const newPassword = { password: 'another violet lamp 43' };
    for (const change of [newPassword, { email: `other-${email}` }]) {
      expect((await browser.auth.updateUser(change)).error).toMatchObject({ code: 'insufficient_aal' });
    }
    expect((await browser.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: START });
    expect((await browser.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
    expect(await readLevels(browser)).toMatchObject({ currentLevel: 'aal2' });
    expect((await browser.auth.updateUser(newPassword)).error).toBeNull();
  });

  it('can be a phone or a security key', async () => {
    const { id, email, sql } = createNewcomer();
    const key = createTestAuthenticator(context.origin);
    const phone = getFactor(id, { factor_type: 'phone', phone: '+1 555 123 4567' });
    const credential = {
      id: key.kept.id.toString('base64'),
      publicKey: key.kept.publicKey.toString('base64'),
      transport: ['usb'],
      flags: { userPresent: true, backupEligible: true, backupState: true },
      authenticator: { AAGUID: Buffer.alloc(16, 7).toString('base64'), signCount: 0 },
    };
    const device = getFactor(id, { factor_type: 'webauthn', web_authn_credential: JSON.stringify(credential) });
    const report = await importDump([sql, toInsert('auth.mfa_factors', phone), toInsert('auth.mfa_factors', device)]);
    expect(report.problems).toEqual([]);
    const browser = await signInBrowser(email);
    const { data } = await browser.auth.mfa.listFactors();
    expect(data!.all.map(({ factor_type }) => factor_type).sort()).toEqual(['phone', 'webauthn']);
    expect(await queryRows('select phone from auth.mfa_factors where id = $1', [phone.id])).toEqual([
      { phone: '15551234567' },
    ]);
    const token = (await browser.auth.getSession()).data.session!.access_token;
    const call = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await context.app.request(`/auth/v1/factors/${device.id}/${path}`, init)).json();
    };
    const open = await call('challenge', {});
    const credential_response = key.get(open.webauthn.credential_options.publicKey);
    const session = await call('verify', { challenge_id: open.id, webauthn: { type: 'request', credential_response } });
    expect(session.user).toMatchObject({ id });
  });

  it("signs its owner in when it's a passkey", async () => {
    const { id, sql } = createNewcomer();
    const key = createTestAuthenticator(context.origin);
    const toHexLiteral = (value: Buffer) => `\\\\x${value.toString('hex')}`;
    const report = await importDump([
      sql,
      'COPY auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, friendly_name) FROM stdin;',
      [
        crypto.randomUUID(),
        id,
        toHexLiteral(key.kept.id),
        toHexLiteral(key.kept.publicKey),
        'none',
        '\\N',
        0,
        '["internal"]',
        'Mine',
      ].join('\t'),
      '\\.',
    ]);
    expect(report).toMatchObject({ problems: [], tables: { 'auth.webauthn_credentials': { added: 1 } } });
    const call = async (path: string, body: object) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
      return (await context.app.request(`/auth/v1/passkeys/authentication/${path}`, init)).json();
    };
    const { challenge_id, options } = await call('options', {});
    const session = await call('verify', { challenge_id, credential: key.get(options) });
    expect(session.user).toMatchObject({ id });
  });

  it("isn't restored by another import after its owner removed it", async () => {
    const { id, email, sql } = createNewcomer();
    const secret = new Secret({ size: 20 }).base32;
    const factor = getFactor(id, { factor_type: 'totp', secret });
    const lines = [sql, toInsert('auth.mfa_factors', factor)];
    await importDump(lines);
    expect((await importDump(lines)).tables['auth.mfa_factors']).toMatchObject({ added: 0, present: 1 });
    const browser = await signInBrowser(email);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: START });
    await browser.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect((await browser.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    const secondResponse = await importDump(lines);
    expect(secondResponse).toMatchObject({ problems: [], tables: { 'auth.mfa_factors': { added: 0, present: 0 } } });
    expect(await queryRows('select id from auth.mfa_factors where user_id = $1', [id])).toEqual([]);
  });
});

describe('secrets encrypted by the old installation', () => {
  it('are decrypted with the keys of that installation', async () => {
    const { id, email } = createNewcomer();
    const secret = new Secret({ size: 20 }).base32;
    const factor = getFactor(id, { factor_type: 'totp' });
    const user = { id, email, encrypted_password: encryptOld(crypt, id), email_confirmed_at: TIMESTAMP };
    const lines = [
      toInsert('auth.users', user),
      toInsert('auth.mfa_factors', { ...factor, secret: encryptOld(secret, factor.id) }),
    ];
    expect((await importDump(lines)).problems).toEqual([]);
    const browser = await signInBrowser(email);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: START });
    expect((await browser.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
  });

  it.each([
    ['a secret encrypted with an unknown key', (id: string) => encryptOld('X', id, 'unknown'), 'AUTH_IMPORT_KEYS'],
    ['a secret encrypted for another row', () => encryptOld('X', 'another'), "check that it's the key from that time"],
    ['a secret in an unknown format', () => '{not json', 'its secret is in an unknown format'],
    ['no secret', () => null, 'its secret is in an unknown format'],
  ])('abort the import with %s, before anything is written', async (_what, secretFor, why) => {
    const { id, sql } = createNewcomer();
    const factor = getFactor(id, { factor_type: 'totp' });
    const report = await importDump([sql, toInsert('auth.mfa_factors', { ...factor, secret: secretFor(factor.id) })]);
    expect(report.problems).toEqual([expect.stringContaining(why)]);
    expect(report.problems[0]).toContain(`auth.mfa_factors ${factor.id} would be lost`);
    expect(report.written).toBe(false);
    expect(await isHere(id)).toBe(false);
  });

  it("are reported with their account when a password can't be decrypted", async () => {
    const { id, sql } = createNewcomer({ encrypted_password: encryptOld('X', 'x', 'unknown') });
    const report = await importDump([sql]);
    expect(report.problems).toEqual([expect.stringContaining(`auth.users ${id} would be lost`)]);
    expect(new UnreadableSecret('x')).toBeInstanceOf(Error);
  });
});

describe('the import', () => {
  it('reports every table of the dump as imported or skipped, with the reason', async () => {
    const { id, sql } = createNewcomer();
    const report = await importDump([
      sql,
      toInsert('auth.sessions', { id: crypto.randomUUID(), user_id: id }),
      toInsert('auth.one_time_tokens', { id: crypto.randomUUID(), user_id: id }),
      toInsert('auth.audit_log_entries', { id: crypto.randomUUID() }),
      'CREATE TABLE auth.saml_providers (\n  id uuid\n);',
      toInsert('storage.objects', { id: 1 }),
      toInsert('public.unheard_of', { id: 1 }),
    ]);
    expect(report).toMatchObject({ problems: [], written: true });
    expect(Object.entries(report.tables).map(([table, { read, skipped }]) => [table, read, Boolean(skipped)])).toEqual([
      ['auth.users', 1, false],
      ['auth.sessions', 1, true],
      ['auth.one_time_tokens', 1, true],
      ['auth.audit_log_entries', 1, true],
      ['auth.saml_providers', 0, true],
      ['storage.objects', 1, true],
      ['unheard_of', 1, true],
    ]);
  });

  const decisive = ['auth.saml_providers', 'auth.oauth_clients', 'auth.unheard_of'];
  it.each(decisive)("fails when %s would be lost, unless it's left out on purpose", async (table) => {
    const { id, sql } = createNewcomer();
    const lines = [sql, toInsert(table, { id: crypto.randomUUID() })];
    const report = await importDump(lines);
    expect(report.problems).toEqual([expect.stringContaining(`--leave=${table}`)]);
    expect(await isHere(id)).toBe(false);
    expect(await importDump(lines, { leave: [table] })).toMatchObject({ problems: [], written: true });
    expect(await isHere(id)).toBe(true);
  });

  it("fails when rows of an important table can't be read", async () => {
    const { id, sql } = createNewcomer();
    const report = await importDump([sql, "INSERT INTO auth.mfa_factors VALUES ('x');"]);
    expect(report.problems).toEqual([expect.stringContaining("auth.mfa_factors can't be read")]);
    expect(await isHere(id)).toBe(false);
  });

  it.each([
    ['an empty file', ''],
    ['a dump without rows', 'CREATE TABLE auth.users (id uuid);'],
    ['a dump of other tables', toInsert('things', { id: 1 })],
    ['a binary archive', 'PGDMP\u0001\u0002'],
  ])('fails when there was nothing to read: %s', async (_what, text) => {
    const report = await importDump([text]);
    expect(report.problems.at(-1)).toContain(
      'Nothing was imported, because the file has no rows of a table we import.',
    );
    expect(report.written).toBe(false);
  });

  it.each([
    ['it has no id', { id: null }],
    ['its id is invalid', { id: 'not-an-id' }],
    ['one of its dates is invalid', { created_at: 'last summer' }],
  ])('fails when an account would be lost: %s', async (_what, values) => {
    const [goodKey, badKey] = [createNewcomer(), createNewcomer(values)];
    const report = await importDump([goodKey.sql, badKey.sql]);
    expect(report.problems).toEqual([expect.stringContaining('would be lost')]);
    expect(await isHere(goodKey.id)).toBe(false);
  });

  it('never gives an imported account the service role', async () => {
    const { id, email, sql } = createNewcomer({ role: 'service_role', aud: 'service_role' });
    expect((await importDump([sql])).written).toBe(true);
    expect(await queryRows('select role, aud from auth.users where id = $1', [id])).toEqual([
      { role: 'authenticated', aud: 'authenticated' },
    ]);
    // Even if the role were set, a user's token gives no access to service operations.
    await queryRows(`update auth.users set role = 'service_role' where id = $1`, [id]);
    const { data } = await (await signInBrowser(email)).auth.getSession();
    const response = await context.app.request('/auth/v1/admin/users', {
      headers: { Authorization: `Bearer ${data.session!.access_token}` },
    });
    expect(response.status).toBe(403);
  });

  it('never allows leaving out second factors', async () => {
    const { sql } = createNewcomer();
    const report = await importDump([sql], { leave: ['auth.mfa_factors'] });
    expect(report.problems).toEqual([
      expect.stringContaining("isn't allowed, because people would get in without the protection they set up."),
    ]);
  });

  it('reports the same for a dry run, which writes nothing', async () => {
    const { id, sql } = createNewcomer();
    const dry = await importDump([sql], { dryRun: true });
    expect(dry).toMatchObject({ problems: [], written: false, tables: { 'auth.users': { added: 1 } } });
    expect(await isHere(id)).toBe(false);
    expect((await importDump([sql])).tables).toEqual(dry.tables);
  });

  it('sets the exit code and output of the command', async () => {
    const file = join(folder, 'command.sql');
    const { sql } = createNewcomer();
    writeFileSync(file, [sql, toInsert('auth.saml_providers', { id: crypto.randomUUID() })].join('\n'));
    const run = async (...args: string[]) => {
      const { PATH = '', HOME = '' } = process.env;
      const env = { PATH, HOME, NODE_ENV: 'test', DATA_DIR: join(folder, 'data') };
      const child = spawn(process.execPath, ['tools/accounts.ts', 'import', file, ...args], { env });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
      const code = await new Promise((resolve) => child.once('close', resolve));
      return { code, said: output };
    };
    const result = await run();
    expect(result).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was written:') });
    expect(result.said).toContain('auth.users: 1 read, 1 added');
    const dry = await run('--dry-run', '--leave=auth.saml_providers');
    expect(dry).toMatchObject({ code: 0, said: expect.stringContaining('nothing is written') });
    const done = await run('--leave=auth.saml_providers');
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining('auth.users: 1 read, 1 added') });
  });
});
