import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '../features/accounts/accounts.factory.ts';
import { openContext } from '../server/context.ts';
import { readEnv } from '../server/env.ts';
import { createScratchFolder } from './node-under-test.ts';

const run = promisify(execFile);
const EMAIL = 'first@workers.example';
let folder: { path: string; remove: () => void };
let userId: string;

beforeAll(async () => {
  folder = createScratchFolder();
  await withDeps(async (deps) => {
    userId = (await makeUser(deps, { email: EMAIL })).userId;
  });
});
afterAll(() => folder.remove());

/** Runs work on the installation's database while no command has it open. */
async function withDeps(work: (deps: Awaited<ReturnType<typeof openContext>>['deps']) => Promise<void>): Promise<void> {
  const context = await openContext(readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: folder.path }));
  try {
    await work(context.deps);
  } finally {
    await context.close();
  }
}

const command = (JSON.parse(readFileSync('package.json', 'utf8')).scripts.admin as string).split(' ');

async function runAdmin(...args: string[]): Promise<{ said: string; failed: boolean }> {
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: folder.path, DATABASE_URL: '', SUDO_USER: 'ada' };
  try {
    const { stdout } = await run(process.execPath, [...command.slice(1), ...args], { env });
    return { said: stdout.trim(), failed: false };
  } catch (error) {
    return { said: (error as { stderr: string }).stderr.trim(), failed: true };
  }
}

test("grants and revokes the first admin's role and records both in the audit log", async () => {
  expect(command[0]).toBe('node');
  expect(await runAdmin('grant', EMAIL.toUpperCase())).toEqual({
    said: `${EMAIL.toUpperCase()} is an admin now.`,
    failed: false,
  });
  expect((await runAdmin('list')).said).toBe(EMAIL);
  expect(await runAdmin('revoke', EMAIL)).toEqual({ said: `${EMAIL} is no admin any more.`, failed: false });
  expect((await runAdmin('list')).said).toBe('There is no admin yet.');
  expect(await runAdmin('grant', 'nobody@workers.example')).toEqual({
    said: 'Nobody has signed up with nobody@workers.example yet. Sign up first, then run this again.',
    failed: true,
  });
  await withDeps(async (deps) => {
    const { rows } = await deps.database.pool.query(
      'select action, target_type, target_id, operator from admin_audit_logs order by created_at',
    );
    expect(rows).toEqual([
      { action: 'admin_grant', target_type: 'user', target_id: userId, operator: 'ada' },
      { action: 'admin_revoke', target_type: 'user', target_id: userId, operator: 'ada' },
    ]);
  });
});

test('asks before changes, prints JSON and refuses while a server has the embedded database open', async () => {
  expect(await runAdmin('sign-out', EMAIL)).toEqual({
    said: 'This needs your confirmation. Add --yes to change without asking.',
    failed: true,
  });
  const banned = await runAdmin('ban', EMAIL, '--reason', 'Spam', '--days', '3', '--yes', '--json', '--as', 'grace');
  expect(JSON.parse(banned.said)).toMatchObject({ id: userId, message: 'User banned' });
  expect((await runAdmin('show', EMAIL)).said).toMatch(/active +all .*Spam/);
  expect((await runAdmin('nonsense')).said).toContain('npm run admin -- <command>');
  expect((await runAdmin('ban', EMAIL)).said).toContain('Usage: npm run admin -- ban <who> --reason <text>');
  await withDeps(async (deps) => {
    const { rows } = await deps.database.pool.query(
      "select operator, admin_id from admin_audit_logs where action = 'ban_user'",
    );
    expect(rows).toEqual([{ operator: 'grace', admin_id: null }]);
    const refused = await runAdmin('list');
    expect(refused.said).toContain('stop the server, run this, and start it again');
  });
});
