import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../content/paths.ts';
import { makeUser } from '../features/accounts/accounts.factory.ts';
import {
  ACCESS_POLICY,
  ACCOUNT_STATUS_EVENTS,
  type AccountStatusEvent,
  getEndReason,
} from '../features/moderation/access-policy.rules.ts';
import type { Surface } from '../features/moderation/access-policy.schema.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { listOutbox } from '../features/notifications/notifications.queries.ts';
import { type MoneyContext, openMoneyContext } from '../features/payments/test-money.ts';
import { english, translate } from '../messages/lazy-text.ts';
import { createStages } from './test-account-stages.ts';
import { fillPath, listOperations, type OperationUnderTest } from './test-operations.ts';

let context: MoneyContext;
let admin: { userId: string; accessToken: string };
let operations: OperationUnderTest[];
const { STAGES, EVENTS } = createStages(() => ({ context, admin }));

beforeAll(async () => {
  // Use the real time, because the directory's view uses the database's clock.
  context = await openMoneyContext(new Date().toISOString());
  admin = await makeAdmin(context.deps);
  operations = await listOperations(context.app);
});
afterAll(() => context.close());

/** Events that end an account status, and the status they end. */
const ENDED_STATUSES: Partial<Record<AccountStatusEvent, 'banned-all' | 'blocked' | 'leaving' | 'unreliable'>> = {
  'ban-lifted': 'banned-all',
  'ban-ran-out': 'banned-all',
  unblocked: 'blocked',
  returned: 'leaving',
  'reliable-again': 'unreliable',
};
const formatRefusal = (surface: Surface) => {
  const { refusal } = ACCESS_POLICY[surface];
  return refusal && translate(english, refusal);
};
const listLines = async (userId: string) =>
  (await listOutbox(context.deps.db, userId)).map(({ title, lines }) => `${title}\n${lines.join('\n')}`);

const cells = (Object.keys(ACCESS_POLICY) as Surface[]).flatMap((surface) =>
  ACCOUNT_STATUS_EVENTS.map((event) => [surface, event] as const),
);

test('shows a banned user where to see the end date and appeal, except in fixed listing messages', () => {
  const deniedSurfaces = (Object.keys(ACCESS_POLICY) as Surface[]).filter((surface) => {
    const refusal = formatRefusal(surface);
    return refusal && !refusal.endsWith(`. See why, until when, and how to appeal at ${paths.accountStatus}.`);
  });
  expect(deniedSurfaces.map((surface) => [surface, formatRefusal(surface)])).toEqual([
    ['lfg-owner', 'You are banned from creating listings'],
    ['lfg-applicant', 'You are banned from applying to listings'],
  ]);
});

describe('account status events on each surface', () => {
  test.each(cells)('follow the access policy for %s after %s', async (surface, event) => {
    const row = ACCESS_POLICY[surface];
    const stage = await STAGES[surface]();
    await context.deps.db.execute(sql`delete from auth.rate_limits`);
    expect(await stage.isInPlace?.()).not.toBe(false);
    const before = await listLines(stage.other.userId);
    await EVENTS[event](stage);

    const cause = ENDED_STATUSES[event] ?? event;
    const endEffect = row.ends[cause as keyof typeof row.ends];
    const reason = getEndReason(surface, cause as keyof typeof row.ends);
    const newLines = (await listLines(stage.other.userId)).filter((line) => !before.includes(line));
    // A message may continue after the reason: "The player has left, so we're refunding …".
    const sentence = reason && translate(english, reason).replace(/\.$/, '');
    if (sentence) expect(newLines).toContainEqual(expect.stringContaining(sentence));
    else expect(newLines).toHaveLength(endEffect === 'ordinary' ? 1 : 0);
    if (stage.isInPlace) {
      const isRestored = row.restoredBy.some((one) => one === event);
      expect(await stage.isInPlace(), 'what stood').toBe(endEffect === undefined || isRestored);
    }
    const isDenied = !(event in ENDED_STATUSES) && row.deniedBy.some((one) => one === event);
    expect(await stage.open(), 'something new').toBe(!isDenied);
  });
});

describe('every write operation', () => {
  /** Operations still open to a user with a scheduled account deletion: undo it, export data, complete sign-in. */
  const OPEN_OPERATIONS = [
    'DELETE /api/account/deletion',
    'DELETE /api/account/devices/{id}',
    'GET /api/account/export',
    'GET /api/account/export/file',
    'GET /api/account/journal',
    'GET /api/account/security',
    'GET /api/notifications/unread',
    'GET /api/profiles/me/standing',
    'GET /api/support/requests',
    'GET /api/support/requests/{id}',
    'POST /api/account/deletion',
    'POST /api/account/export',
    'POST /api/account/journal/{id}/not-me',
    'POST /api/account/recovery-codes',
    'POST /api/account/recovery-codes/use',
    'POST /api/support/requests',
    'POST /api/support/requests/{id}/messages',
    'POST /api/support/requests/{id}/solved',
    'POST /functions/v1/log-security-event',
  ];

  test('refuses a user with a scheduled deletion, except to undo it, export data or sign in', async () => {
    const leavingUser = await makeUser(context.deps);
    const open: string[] = [];
    for (const operation of operations) {
      const { who, method, path } = operation;
      if (who === 'visitor' || path.startsWith('/auth/v1/')) continue;
      // One of the operations cancels the deletion, so schedule it again.
      await context.deps.db.execute(sql`update auth.users set delete_after = now() where id = ${leavingUser.userId}`);
      const response = await context.app.request(fillPath(operation, 'not-a-thing'), {
        method,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${leavingUser.accessToken}` },
        ...(operation.hasBody ? { body: '[]' } : {}),
      });
      const text = await response.text();
      if (!/Your account is scheduled for deletion\. To do this, first keep /.test(text) && who !== 'service')
        open.push(`${method} ${path}`);
    }
    expect(open.sort()).toEqual(OPEN_OPERATIONS);
  });

  test.each(['listing', 'applying', 'matching', 'all'] as const)(
    'applies a ban with scope %s to exactly the operations it covers',
    async (scope) => {
      const player = await makeUser(context.deps);
      await context.deps.db.execute(sql`
      insert into ban_list (user_id, scope, reason, created_at) values (${player.userId}, ${scope}, 'Test', now())`);
      await context.deps.db.execute(sql`
      insert into user_profiles (user_id, display_name, onboarding_completed) values (${player.userId}, 'Banned', true)`);
      const failures: string[] = [];
      for (const operation of operations) {
        const { surface, who, path, method } = operation;
        if (!surface || surface === 'own' || who === 'visitor') continue;
        const response = await context.app.request(fillPath(operation, 'not-a-thing'), {
          method,
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${player.accessToken}` },
          ...(operation.hasBody ? { body: '[]' } : {}),
        });
        const isClosed = (await response.text()).includes(formatRefusal(surface)!);
        if (isClosed !== ACCESS_POLICY[surface].deniedBy.includes(`banned-${scope}`))
          failures.push(`${method} ${path}: ${isClosed}`);
      }
      expect(failures).toEqual([]);
    },
  );
});
