import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { CHANNEL_FACTS, CHANNELS } from './channels.schema.ts';
import { QUIET_HINT } from './quiet-hours.wording.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test('every channel is one that the database takes for deliveries and for choices', async () => {
  const { rows } = await context.deps.db.execute<{ place: string; says: string }>(sql`
    select conrelid::regclass::text as place, pg_get_constraintdef(oid) as says from pg_constraint
     where contype = 'c' and pg_get_constraintdef(oid) like '%channel%' order by 1`);
  expect(rows.map(({ place }) => place)).toEqual(['notification_deliveries', 'notification_preferences']);
  for (const { place, says } of rows) {
    const taken = [...says.matchAll(/'(\w+)'/g)].map(([, channel]) => channel);
    expect(taken.sort(), place).toEqual([...CHANNELS].sort());
  }
});

test('quiet hours say of every channel whether they hold it', () => {
  const [held, sent] = QUIET_HINT.split('. ');
  for (const channel of CHANNELS) {
    const { buzzes, messages } = CHANNEL_FACTS[channel];
    expect(buzzes ? held : sent, channel).toContain(messages);
  }
  expect(QUIET_HINT).toMatch(/^Text.* Discord.* messages wait until morning in your own time\. Mail.* not held\.$/);
});
