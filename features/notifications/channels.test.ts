import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { CHANNEL_FACTS, CHANNELS } from './channels.schema.ts';
import { insertOutbox, listPreferences, setPreference } from './notifications.queries.ts';
import { QUIET_HINT } from './quiet-hours.wording.ts';

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

test('says for every channel in the quiet hours hint whether its messages are held', () => {
  const [held, sent] = QUIET_HINT.split('. ');
  for (const channel of CHANNELS) {
    const { buzzes, messages } = CHANNEL_FACTS[channel];
    expect(buzzes ? held : sent, channel).toContain(messages);
  }
  expect(QUIET_HINT).toMatch(
    /^Text.* Discord.* messages wait until morning in your time zone\. We still send Email.* silent\.$/,
  );
});
