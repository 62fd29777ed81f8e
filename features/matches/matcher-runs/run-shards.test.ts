import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeFive } from '../matches.factory.ts';
import { readRun } from './matcher-runs.commands.ts';
import { insertQueued, markFailed, markRunning } from './matcher-runs.queries.ts';
import { cutIntoShards, workOnShard, workUntilEnd } from './run-shards.commands.ts';

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

/** A run of two regions that is under way, and of which nobody has taken a shard yet. */
async function beginRun() {
  for (const region of REGIONS) await makeFive(context.deps, { region });
  const id = await insertQueued(context.deps.db, 'admin', null, context.deps.now());
  await markRunning(context.deps.db, id, context.deps.now());
  expect(await cutIntoShards(context.deps, id, ALWAYS)).toBe(true);
  return id;
}

/** The rules that a run was begun by are gone, so that none of its shards can be worked on. */
const breakShards = (id: string) =>
  context.deps.db.execute(sql`update matcher_runs set rules_version = 999 where id = ${id}`);

describe('a run in shards', () => {
  it('ends well for whoever works on it until its end', async () => {
    const id = await beginRun();
    await expect(workUntilEnd(context.deps, id)).resolves.toBeUndefined();
    expect(await readRun(context.deps, id)).toMatchObject({ status: 'done', squads: 2 });
  });

  it('fails with the reason for whoever waits for its end, when another node failed it', async () => {
    const id = await beginRun();
    await markFailed(context.deps.db, id, 'Shard 2: out of memory', context.deps.now());
    await expect(workUntilEnd(context.deps, id)).rejects.toThrow('Shard 2: out of memory');
  });

  it('fails as a whole when one of its shards fails, and says which', async () => {
    const id = await beginRun();
    await breakShards(id);
    await expect(workOnShard(context.deps, id)).rejects.toThrow();
    const run = await readRun(context.deps, id);
    expect(run).toMatchObject({ status: 'failed', error: expect.stringMatching(/^Shard \d+: ./) });
    const statuses = run.shardList.map(({ status }) => status).sort();
    expect(statuses).toContain('failed');
    expect(await workOnShard(context.deps, id)).toBe(false);
  });
});
