import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { runDelivery } from './delivery.commands.ts';
import { enqueueNotification, enqueueNotifications } from './notifications.commands.ts';
import { createTestDraft } from './test-drafts.ts';

const BULK_SIZE = 1_200;
const signal = new AbortController().signal;
let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(() => context.close());

test('sends urgent messages ahead of a running bulk send, and each email once', async () => {
  const { deps } = context;
  const [reader, waiter] = [await makePlayer(deps), await makePlayer(deps)];
  await deps.db.execute(sql`
    insert into notification_outbox (user_id, kind, dedupe_key, title, lines, channels, created_at)
    select ${reader.userId}, 'lfg', 'bulk:' || n, 'Somebody applied', '{"They play C."}', '{email}', now() - interval '1 minute'
      from generate_series(1, ${BULK_SIZE}) n`);
  const messages: string[] = [];
  let urgentCount = 0;
  let most = 0;
  let open = 0;
  const enqueueUrgent = () => {
    urgentCount += 1;
    const dedupeKey = `urgent:${urgentCount}`;
    return deps.db.transaction((tx) =>
      enqueueNotification(
        tx,
        deps,
        createTestDraft({
          userId: waiter.userId,
          kind: 'security',
          title: 'Somebody signed in',
          lines: ['From a new device.'],
          link: { label: 'See the match', path: '/protocol/security' },
          dedupeKey,
        }),
      ),
    );
  };
  await enqueueUrgent();
  const sendEmail = async ({ deliveryId, message }: { deliveryId: string; message: { userId: string } }) => {
    open += 1;
    most = Math.max(most, open);
    // Adds one more urgent message in the middle of the bulk send.
    if (urgentCount === 1 && messages.length >= BULK_SIZE / 2) await enqueueUrgent();
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    messages.push(message.userId);
    return { outcome: 'sent' as const, id: deliveryId };
  };
  await runDelivery(deps, { email: sendEmail }, signal);
  const places = messages.flatMap((userId, place) => (userId === waiter.userId ? [place] : []));
  expect(messages).toHaveLength(BULK_SIZE + places.length);
  expect(places.length).toBe(urgentCount);
  expect(urgentCount).toBe(2);
  // The first urgent message is sent with the first emails, the second with the next batch claimed.
  expect(places[0]).toBeLessThan(200);
  expect(places[1]).toBeLessThan(BULK_SIZE / 2 + 450);
  expect(most).toBeGreaterThanOrEqual(40);
  const { rows } = await deps.db.execute<{ count: number }>(sql`select count(*) as count from notifications`);
  expect(Number(rows[0]!.count)).toBe(messages.length);
});

test('gives messages with a deadline the highest priority, then urgent kinds, in the outbox and in deliveries', async () => {
  const { deps } = context;
  const { userId } = await makePlayer(deps);
  const message = { userId, title: 'Something happened', lines: ['See for yourself.'], channels: ['email' as const] };
  const deadline = new Date(deps.now().getTime() + 90_000);
  await deps.db.transaction((tx) =>
    enqueueNotifications(tx, deps, [
      createTestDraft({ ...message, kind: 'lfg', dedupeKey: 'lane:can-wait' }),
      createTestDraft({ ...message, kind: 'booking', dedupeKey: 'lane:urgent' }),
      createTestDraft({ ...message, kind: 'lfg', deadline, dedupeKey: 'lane:deadline' }),
    ]),
  );
  const sentKinds: string[] = [];
  const sendEmail = async (claim: { deliveryId: string; message: { urgent: boolean; kind: string } }) => {
    sentKinds.push(claim.message.urgent ? 'deadline' : claim.message.kind);
    return { outcome: 'sent' as const, id: claim.deliveryId };
  };
  await runDelivery(deps, { email: sendEmail }, signal);
  expect(sentKinds.toSorted()).toEqual(['booking', 'deadline', 'lfg']);
  const { rows } = await deps.db.execute<{ cause: string; lanes: number[] }>(sql`
    select split_part(o.dedupe_key, ':', 3) as cause, array[o.lane, d.lane] as lanes
      from notification_outbox o join notification_deliveries d on d.outbox_id = o.id
     where o.user_id = ${userId} order by o.lane`);
  expect(rows).toEqual([
    { cause: 'deadline', lanes: [0, 0] },
    { cause: 'urgent', lanes: [1, 1] },
    { cause: 'can-wait', lanes: [2, 2] },
  ]);
});
