import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS } from '../../../time/units.ts';
import { upsertEntitlement } from '../../payments/entitlements.queries.ts';
import { makePlayer } from '../../profiles/profiles.factory.ts';
import { bookCall, readConcierge } from './phone-calls.commands.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ CONCIERGE_PHONE: '+12025550142' });
  context.setNow(NOW);
  // Simulates a concurrent booking between this one's check and its insert, so only the database can detect it.
  await context.deps.database.pool.query(`
    create function clash() returns trigger language plpgsql as $$
    begin
      if pg_trigger_depth() > 1 then return new; end if;
      if new.topic = 'same person' then
        insert into phone_calls (user_id, starts_at, phone, topic, created_at)
        values (new.user_id, new.starts_at + interval '1 day', new.phone, 'first', new.created_at);
      elsif new.topic = 'same hour' then
        insert into phone_calls (user_id, starts_at, phone, topic, created_at)
        select id, new.starts_at, new.phone, 'first', new.created_at from auth.users where id <> new.user_id limit 1;
      elsif new.topic = 'broken' then
        raise exception using errcode = '22003', message = 'something else';
      end if;
      return new;
    end $$;
    create trigger clash before insert on phone_calls for each row execute function clash();`);
});
afterAll(() => context.close());

async function book(topic: string) {
  const player = await makePlayer(context.deps);
  const foundersExpiresAt = new Date(NOW.getTime() + 365 * DAY_MS);
  await upsertEntitlement(context.deps.db, { userId: player.userId, foundersExpiresAt, updatedAt: NOW });
  const { slots } = await readConcierge(context.deps, player);
  return bookCall(context.deps, player, { startsAt: slots[0]!.startsAt, phone: '+12125550100', topic });
}

it('refuses a second call that a user books at the same moment', async () => {
  await expect(book('same person')).rejects.toMatchObject({
    code: 'conflict',
    field: undefined,
    message: expect.stringMatching(/You already have a call booked\. Cancel it first to pick another time\./),
  });
});

it('refuses a half hour that another user books at the same moment', async () => {
  await expect(book('same hour')).rejects.toMatchObject({ code: 'conflict', field: 'startsAt' });
});

it('does not mistake other database errors for a conflict', async () => {
  await expect(book('broken')).rejects.not.toMatchObject({ code: 'conflict' });
});

it('books a call when nothing conflicts', async () => {
  await expect(book('free')).resolves.toMatchObject({ status: 'booked' });
});
