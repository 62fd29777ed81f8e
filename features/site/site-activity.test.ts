import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { setQueuePause } from '../queue/queue.queries.ts';
import { insertWaits } from '../queue/queue-waits.queries.ts';
import { makeSquad } from '../squads/squads.factory.ts';
import type { SiteActivity } from './site-activity.schema.ts';

const NOW = new Date('2026-03-03T20:00:00Z');
const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'] as const;

describe('recent activity', () => {
  let context: TestContext;
  /** Moves the clock on by this much, always past what was cached before. */
  const goTo = (ms: number) => context.setNow(new Date(NOW.getTime() + ms));
  beforeAll(async () => {
    context = await openTestContext();
    goTo(0);
  });
  afterAll(() => context.close());

  const read = async () => {
    const response = await context.app.request('/api/site/activity');
    expect(response.status).toBe(200);
    return (await response.json()) as SiteActivity;
  };
  const makePlayers = (count: number) =>
    Promise.all(ROLES.slice(0, count).map((role) => makePlayer(context.deps, { role })));
  const waitOf = (seconds: number, ended: 'found' | 'gave_up' = 'found') => ({
    ...{ kind: 'now' as const, role: 'PG', region: 'EU', seconds, ended },
    at: context.deps.now(),
  });

  it('counts no squads on a new site', async () => {
    expect(await read()).toEqual({ squads: { day: 0, week: 0 }, wait_seconds: null });
  });

  it('counts squads of five from the last day and week, and is at most a minute old', async () => {
    await makeSquad(context.deps, await makePlayers(2));
    await makeSquad(context.deps, await makePlayers(5));
    goTo(MINUTE_MS - 1);
    expect((await read()).squads).toEqual({ day: 0, week: 0 });
    goTo(MINUTE_MS);
    expect((await read()).squads).toEqual({ day: 1, week: 1 });
    goTo(DAY_MS + MINUTE_MS);
    expect((await read()).squads).toEqual({ day: 0, week: 1 });
    goTo(7 * DAY_MS + MINUTE_MS);
    expect((await read()).squads).toEqual({ day: 0, week: 0 });
  });

  it('includes the usual wait only after twenty waits, and not while the queue is paused', async () => {
    const start = 8 * DAY_MS;
    goTo(start);
    await insertWaits(
      context.deps.db,
      Array.from({ length: 19 }, (_, index) => waitOf(30 + index)),
    );
    expect((await read()).wait_seconds).toBeNull();
    await insertWaits(context.deps.db, [waitOf(600)]);
    goTo(start + MINUTE_MS);
    // Four in five found a group within this time.
    expect((await read()).wait_seconds).toBe(45);
    const { userId: byId } = await makeAdmin(context.deps);
    await setQueuePause(context.deps.db, { since: context.deps.now(), reason: '', byId });
    goTo(start + 2 * MINUTE_MS);
    expect((await read()).wait_seconds).toBeNull();
    await setQueuePause(context.deps.db, null);
    goTo(start + 7 * HOUR_MS);
    expect((await read()).wait_seconds).toBeNull();
  });

  it('is unknown while the database is unavailable, and known again soon after', async () => {
    const start = 10 * DAY_MS;
    goTo(start);
    const failingReads = vi.spyOn(context.deps.reads, 'select').mockImplementation(() => {
      throw new Error('The database is away.');
    });
    expect(await read()).toEqual({ squads: null, wait_seconds: null });
    failingReads.mockRestore();
    goTo(start + 10_000);
    expect((await read()).squads).toEqual({ day: 0, week: 0 });
  });

  it('uses an index to count recent squads', async () => {
    await context.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
        sql`explain select count(*) from squads where size = 5 and whole_since > now() - interval '7 days'`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('squads_formed');
    });
  });
});
