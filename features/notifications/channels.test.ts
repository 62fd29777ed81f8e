import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { CHANNEL_FACTS, CHANNELS, type Channel } from './channels.schema.ts';
import * as messages from './notifications.messages.ts';
import { insertOutbox, listPreferences, setPreference } from './notifications.queries.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test.each(CHANNELS)('accepts %s as a channel in preferences and deliveries in the database', async (channel) => {
  const player = await makePlayer(context.deps);
  const choice = { kind: 'lfg', channel, enabled: true } as const;
  await setPreference(context.deps.db, player.userId, choice, context.deps.now());
  expect(await listPreferences(context.deps.db, player.userId)).toEqual([choice]);
  await insertOutbox(
    context.deps.db,
    [{ userId: player.userId, kind: 'lfg', title: 'Hi', lines: [], dedupeKey: 'channels-test' }],
    context.deps.now(),
  );
  const { rows } = await context.deps.db.execute<{ channel: string }>(sql`
    insert into notification_deliveries (outbox_id, channel, due_at)
    select id, ${channel}, ${context.deps.now()} from notification_outbox where user_id = ${player.userId}
    returning channel`);
  expect(rows).toEqual([{ channel }]);
});

test('quiet-hours hint names exactly the channels that still deliver', () => {
  const names: Record<Channel, string> = { email: 'email', sms: 'Text', discord: 'Discord', push: 'push' };
  const hint = english(messages.quietHoursHint);
  const namedChannels = CHANNELS.filter((channel) => hint.includes(names[channel]));
  expect(namedChannels).toEqual(CHANNELS.filter((channel) => !CHANNEL_FACTS[channel].buzzes));
});
