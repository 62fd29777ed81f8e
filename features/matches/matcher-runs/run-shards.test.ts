import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeFittingFive } from '../matches.factory.ts';
import { getRun } from './matcher-runs.commands.ts';
import { insertQueued, markFailed, markRunning } from './matcher-runs.queries.ts';
import { processShard, processShardsUntilDone, storeShards } from './run-shards.commands.ts';

const REGIONS = ['NA-East', 'EU'] as const;
const ALWAYS = 1;
let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow('2026-03-03T12:00:00Z');
  await context.deps.db.execute(sql`truncate auth.users cascade`);
  await context.deps.db.execute(sql`truncate matcher_runs, matches, matcher_rules cascade`);
});

/** Starts a run of two regions with shards that no one has claimed yet. */
async function beginRun() {
  for (const region of REGIONS) await makeFittingFive(context.deps, { region });
  const id = await insertQueued(context.deps.db, 'admin', null, context.deps.now());
  await markRunning(context.deps.db, id, context.deps.now());
  expect(await storeShards(context.deps, id, ALWAYS)).toBe(true);
  return id;
}

/** Removes the rules that a run started with, so that none of its shards can be processed. */
const breakShards = (id: string) =>
  context.deps.db.execute(sql`update matcher_runs set rules_version = 999 where id = ${id}`);

describe('sharded run', () => {
  it('keeps a worker waiting until the run is done', async () => {
    const id = await beginRun();
    await expect(processShardsUntilDone(context.deps, id)).resolves.toBeUndefined();
    expect(await getRun(context.deps, id)).toMatchObject({ status: 'done', squads: 2 });
  });

  it('throws the failure reason to a waiting worker when another node marked the run as failed', async () => {
    const id = await beginRun();
    await markFailed(context.deps.db, id, 'Shard 2: out of memory', context.deps.now());
    await expect(processShardsUntilDone(context.deps, id)).rejects.toThrow('Shard 2: out of memory');
  });

  it('fails and names the shard when one of its shards fails', async () => {
    const id = await beginRun();
    await breakShards(id);
    await expect(processShard(context.deps, id)).rejects.toThrow();
    const run = await getRun(context.deps, id);
    expect(run).toMatchObject({ status: 'failed', error: expect.stringMatching(/^Shard \d+: ./) });
    const statuses = run.shardList.map(({ status }) => status).sort();
    expect(statuses).toContain('failed');
    expect(await processShard(context.deps, id)).toBe(false);
  });

  describe('shard whose player moved to another one', () => {
    beforeAll(async () => {
      // Simulates a proposal to the same player by the other shard: the first write raises this error once.
      await context.deps.database.pool.query(`
        create sequence planted;
        create table next_fault (code text not null, name text not null);
        create function fail_seat() returns trigger language plpgsql as $$
        declare fault next_fault;
        begin
          select * into fault from next_fault;
          if fault.code is not null and nextval('planted') = 1 then
            raise exception using errcode = fault.code, constraint = fault.name, message = 'a planted fault';
          end if;
          return new;
        end $$;
        create trigger fail_seat before insert on match_members for each row execute function fail_seat();`);
    });
    beforeEach(() => context.deps.database.pool.query(`delete from next_fault; alter sequence planted restart with 1`));
    const plantTrigger = (code: string, name: string) =>
      context.deps.database.pool.query('insert into next_fault values ($1, $2)', [code, name]);

    it('stores its proposals one by one and succeeds', async () => {
      const id = await beginRun();
      await plantTrigger('23505', 'match_members_one_open');
      await expect(processShardsUntilDone(context.deps, id)).resolves.toBeUndefined();
      expect(await getRun(context.deps, id)).toMatchObject({ status: 'done', squads: 2, dropped: 0 });
    });

    it.each([
      ['23505', 'another_constraint'],
      ['22003', 'match_members_one_open'],
    ])('still fails on a different error: %s of %s', async (code, name) => {
      const id = await beginRun();
      await plantTrigger(code, name);
      await expect(processShardsUntilDone(context.deps, id)).rejects.toThrow();
      expect(await getRun(context.deps, id)).toMatchObject({ status: 'failed' });
    });
  });
});
