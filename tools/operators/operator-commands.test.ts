import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser } from '../../features/accounts/accounts.factory.ts';
import { findUser } from '../../features/accounts/accounts.queries.ts';
import { runAdminAction } from '../../features/admin/admin-actions.commands.ts';
import { readAudit } from '../../features/admin/admin-records.commands.ts';
import { makeAdmin } from '../../features/moderation/moderation.factory.ts';
import { makePlayer, type Player } from '../../features/profiles/profiles.factory.ts';
import type { Deps } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { accountCommands } from './account-commands.ts';
import type { CommandInput } from './admin-command.ts';
import { jobCommands } from './job-commands.ts';

let context: TestContext;
let deps: Deps;
let player: Player;
let folder: string;
const questions: string[] = [];

beforeAll(async () => {
  context = await openTestContext();
  deps = { ...context.deps, operator: 'ada' };
  player = await makePlayer(deps, { display_name: 'Rookie Nine' });
  folder = mkdtempSync(join(tmpdir(), 'planet-crew-operator-'));
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

const commands = { ...accountCommands, ...jobCommands };

async function run(name: keyof typeof commands, args: string[], flags: CommandInput['flags'] = {}) {
  const confirm = async (question: string) => void questions.push(question);
  return commands[name]!.run(deps, { args, flags, confirm });
}

const readUser = async (id: string) => (await findUser(deps.db, id))!;
const lastAudit = async () => (await readAudit(deps, {}, 1))[0]!;

it('finds and shows an account by id, email and name', async () => {
  const { email } = await readUser(player.userId);
  for (const who of [player.userId, email!, 'Rookie Nine']) {
    const shown = await run('show', [who]);
    expect(shown?.text).toContain(player.userId);
    expect(shown?.data).toMatchObject({ id: player.userId, display_name: 'Rookie Nine', sessions: expect.any(Number) });
  }
  expect((await run('find', ['Rookie']))?.text).toMatch(/id +name +email/);
  await expect(run('show', ['nobody@planet.example'])).rejects.toThrow('Nobody matches "nobody@planet.example"');
  expect(await run('show', [])).toBeUndefined();
});

it('creates a link that sets a new password, and names the operator in the audit log', async () => {
  const { email } = await readUser(player.userId);
  const reset = await run('reset-password', [email!]);
  const { link } = reset!.data as { link: string };
  expect(new URL(link).searchParams.get('type')).toBe('recovery');
  const followed = await context.app.request(link);
  expect(followed.headers.get('Location')).toContain('access_token=');
  expect(await lastAudit()).toMatchObject({
    action: 'reset_password',
    admin_id: null,
    admin_name: 'ada',
    target_id: player.userId,
    after: { how: 'link' },
  });
});

it('sets a temporary password that works, and ends all sessions', async () => {
  const { email } = await readUser(player.userId);
  const reset = await run('reset-password', [email!], { temporary: true });
  const { password } = reset!.data as { password: string };
  const response = await context.app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(await response.json()).toMatchObject({ user: { id: player.userId } });
  expect((await run('show', [email!]))?.data).toMatchObject({ sessions: 1 });
  await run('sign-out', [email!]);
  expect((await run('show', [email!]))?.data).toMatchObject({ sessions: 0 });
  expect(await lastAudit()).toMatchObject({ action: 'sign_out', admin_name: 'ada' });
});

it('confirms an email address once', async () => {
  const { userId, email } = await makeUser(deps);
  await deps.database.pool.query('update auth.users set email_confirmed_at = null where id = $1', [userId]);
  await run('confirm-email', [userId]);
  expect((await readUser(userId)).emailConfirmedAt).not.toBeNull();
  expect(await lastAudit()).toMatchObject({ action: 'confirm_email', target_id: userId });
  await expect(run('confirm-email', [userId])).rejects.toThrow(`${email} is already confirmed.`);
});

it("bans by the console's rules and lifts the bans", async () => {
  await expect(run('ban', [player.userId], { reason: 'Spam', scope: 'everything' })).rejects.toThrow(
    'Choose a ban from listing, applying, matching or all.',
  );
  expect(await run('ban', [player.userId])).toBeUndefined();
  const banned = await run('ban', [player.userId], { reason: 'Spam', days: '3' });
  expect(banned?.text).toMatch(/^Rookie Nine is banned from .* for 3 days\.$/);
  expect(questions.at(-1)).toMatch(/^Ban .* for 3 days\?$/);
  expect((await run('show', [player.userId]))?.text).toMatch(/active +all/);
  await expect(run('ban', [player.userId], { reason: 'Spam', days: '1' })).rejects.toThrow(/already/);
  expect((await run('unban', [player.userId]))?.text).toBe('1 ban lifted.');
  await expect(run('unban', [player.userId])).rejects.toThrow("This player isn't banned.");
  expect(await lastAudit()).toMatchObject({ action: 'lift_ban', admin_name: 'ada' });
  const admin = await makeAdmin(deps);
  await expect(run('ban', [admin.userId], { reason: 'Spam' })).rejects.toThrow(/admin/);
});

it("writes the user's own export to a private file and never overwrites one", async () => {
  const file = join(folder, 'data.json');
  await run('export', [player.userId], { to: file });
  expect(JSON.parse(readFileSync(file, 'utf8'))['auth.users'][0].id).toBe(player.userId);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(run('export', [player.userId], { to: file })).rejects.toThrow(/exist/);
});

it('schedules the deletion as the account page does', async () => {
  const deleted = await run('delete', [player.userId]);
  const { delete_after } = deleted!.data as { delete_after: string };
  expect((await readUser(player.userId)).deleteAfter?.toISOString()).toBe(delete_after);
  expect(await lastAudit()).toMatchObject({ action: 'delete_account', after: { deleteAfter: delete_after } });
  expect(context.sent.some(({ data }) => JSON.stringify(data).includes('deletion_requested'))).toBe(true);
});

it('lists failed jobs and runs one or all again', async () => {
  const ids = ['0b6f4a2e-6a3c-4d6c-9f1e-1d1f7c1e2a11', '0b6f4a2e-6a3c-4d6c-9f1e-1d1f7c1e2a12'];
  for (const id of ids) {
    await deps.database.pool.query(
      `insert into failed_jobs (id, kind, attempts, error, failed_at) values ($1, 'account-mail', 3, 'no server', now())`,
      [id],
    );
  }
  expect((await run('jobs', []))?.text).toMatch(/account-mail +3 .*no server/);
  expect(await run('requeue', [])).toBeUndefined();
  expect((await run('requeue', [ids[0]!]))?.text).toBe('1 job will run again.');
  await expect(run('requeue', [ids[0]!])).rejects.toThrow('no longer open');
  expect((await run('requeue', [], { all: true }))?.data).toEqual({ requeued: [ids[1]], refused: {} });
  expect((await run('jobs', []))?.text).toBe('No background job has failed permanently.');
});

it("keeps the console's own audit entries without an operator", async () => {
  const admin = await makeAdmin(context.deps);
  const { userId } = await makeUser(context.deps);
  await runAdminAction(context.deps, admin, { action: 'ban_user', userId, reason: 'Spam', days: 1, scope: 'all' });
  const { rows } = await deps.database.pool.query(
    "select operator from admin_audit_logs where action = 'ban_user' and target_id = $1",
    [userId],
  );
  expect(rows).toEqual([{ operator: null }]);
});
