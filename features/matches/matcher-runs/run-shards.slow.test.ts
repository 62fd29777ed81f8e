import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Certificate } from '../../../matcher/matcher-schema.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer } from '../../profiles/profiles.factory.ts';
import { makeFittingFive } from '../matches.factory.ts';
import { buildPool } from '../pool.commands.ts';
import { loadShardPool } from '../shard-pool.commands.ts';
import {
  getRun,
  listLatestRuns,
  listLeftOver,
  processRun,
  requestRun,
  runMatcherNow,
} from './matcher-runs.commands.ts';
import { insertQueued, markRunning } from './matcher-runs.queries.ts';
import { processShard, SHARD_JOB, storeShards } from './run-shards.commands.ts';
import { claimShard, renewLease } from './run-shards.queries.ts';

const REGIONS = ['NA-East', 'EU', 'SA'] as const;
const ALWAYS = 1;

describe('sharded run', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    context.setNow('2026-03-03T12:00:00Z');
    await context.deps.db.execute(sql`truncate auth.users cascade`);
    await context.deps.db.execute(sql`truncate matcher_runs, matches, matcher_rules cascade`);
    context.sent.length = 0;
  });

  const listRows = async <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
    (await context.deps.db.execute<Row>(statement)).rows;
  const listShards = () =>
    listRows<{ number: number; status: string; squads: number }>(
      sql`select number, status, squads from matcher_run_shards order by number`,
    );
  /** Creates a full squad in each region, plus one player there whose language no one else speaks. */
  async function makeRegions() {
    const loneShards: string[] = [];
    for (const region of REGIONS) {
      await makeFittingFive(context.deps, { region });
      loneShards.push((await makePlayer(context.deps, { region, languages: [`Of ${region}`] })).userId);
    }
    return loneShards;
  }
  /** Starts a run with shards that no one has claimed yet. */
  async function beginRun() {
    const id = await insertQueued(context.deps.db, 'admin', null, context.deps.now());
    await markRunning(context.deps.db, id, context.deps.now());
    expect(await storeShards(context.deps, id, ALWAYS)).toBe(true);
    return id;
  }
  const openSeats = () =>
    listRows<{ seats: number; people: number; letters: number }>(sql`
      select (select count(*)::int from match_members where open) as seats,
             (select count(distinct user_id)::int from match_members where open) as people,
             (select count(*)::int from notification_outbox) as letters`);

  it('has the same results as an unsharded run', async () => {
    const loneRegions = await makeRegions();
    const wholeRun = await runMatcherNow(context.deps);
    expect(wholeRun).toMatchObject({ pool: 18, squads: 3, pairs: 0, leftOver: 3 });
    await context.deps.db.execute(sql`truncate matches, matcher_left_over, notification_outbox cascade`);
    const run = await runMatcherNow(context.deps, 'admin', ALWAYS);
    expect(run).toMatchObject({ status: 'done', pool: 18, squads: 3, pairs: 0, leftOver: 3, dropped: 0 });
    const [one, sum] = [wholeRun, run].map((each) => each.certificate as unknown as Certificate) as [
      Certificate,
      Certificate,
    ];
    const { seconds, phases, memoryMb, work, coverage, scores, ...told } = one;
    expect(sum).toMatchObject(told);
    const { median, ...exact } = scores;
    expect(sum.scores).toMatchObject(exact);
    expect(sum.scores.median).toBeCloseTo(median, 1);
    const omitPrices = (lines: Certificate['coverage']) => lines.map(({ price, ...line }) => line);
    expect(omitPrices(sum.coverage)).toEqual(omitPrices(coverage));
    expect((await listShards()).map(({ status, squads }) => ({ status, squads }))).toEqual(
      REGIONS.map(() => ({ status: 'done', squads: 1 })),
    );
    const leftOver = (await listLeftOver(context.deps, run.id)).players;
    expect(leftOver.map(({ id }) => id).sort()).toEqual(loneRegions.sort());
    expect(leftOver.every(({ waiting, reason }) => waiting === 1 && reason === 'nobody-compatible')).toBe(true);
    expect(await openSeats()).toEqual([{ seats: 15, people: 15, letters: 15 }]);
  });

  it('reads the same player data for a shard as an unsharded run', async () => {
    const squadPlayers = await makeFittingFive(context.deps, { region: 'EU' });
    await makeFittingFive(context.deps, { region: 'SA' });
    await blockPlayer(context.deps, toActor(squadPlayers[3]!), squadPlayers[0]!.userId, 'block');
    await context.deps.db.execute(sql`
      with party as (insert into parties (leader_id, link_token, created_at)
                     values (${squadPlayers[1]!.userId}, 'token', now()) returning id)
      insert into party_members (party_id, user_id, status, created_at)
      select id, unnest(array[${squadPlayers[1]!.userId}, ${squadPlayers[2]!.userId}]::uuid[]), 'joined', now() from party`);
    const wholePool = await buildPool(context.deps);
    const pool = loadShardPool(context.deps, [{ region: 'EU', platform: 'PS5', crossplay: true }], wholePool.weekOf);
    const read = [];
    for await (const { players } of pool.pages) read.push(...players);
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(read.sort(byId)).toEqual(wholePool.players.filter(({ region }) => region === 'EU').sort(byId));
    expect(read.filter(({ party }) => party !== null)).toHaveLength(2);
  });

  it('reports a party as left over when its members are in different shards', async () => {
    const [east, eu] = [
      await makePlayer(context.deps, { region: 'NA-East' }),
      await makePlayer(context.deps, { region: 'EU' }),
    ];
    await makeFittingFive(context.deps);
    await context.deps.db.execute(sql`
      with party as (insert into parties (leader_id, link_token, created_at)
                     values (${east.userId}, 'token', now()) returning id)
      insert into party_members (party_id, user_id, status, created_at)
      select id, unnest(array[${east.userId}, ${eu.userId}]::uuid[]), 'joined', now() from party`);
    const run = await runMatcherNow(context.deps, 'admin', ALWAYS);
    expect(run).toMatchObject({ status: 'done', squads: 1, pairs: 0, leftOver: 2 });
    const leftOver = (await listLeftOver(context.deps, run.id)).players;
    expect(leftOver.map(({ id }) => id).sort()).toEqual([east.userId, eu.userId].sort());
    expect(leftOver.every(({ reason, waiting }) => reason === 'party-unplaced' && waiting === 1)).toBe(true);
  });

  it('increases waiting counts once per run and resets them with a match', async () => {
    const [inEast] = await makeRegions();
    await runMatcherNow(context.deps, 'admin', ALWAYS);
    const listWaiting = () => listRows(sql`select waiting from matcher_left_over where user_id = ${inEast!}`);
    expect(await listWaiting()).toEqual([{ waiting: 1 }]);
    context.setNow('2026-03-03T14:00:00Z');
    await runMatcherNow(context.deps, 'admin', ALWAYS);
    expect(await listWaiting()).toEqual([{ waiting: 2 }]);
    await makePlayer(context.deps, { region: 'NA-East', languages: ['Of NA-East'] });
    context.setNow('2026-03-03T16:00:00Z');
    expect(await runMatcherNow(context.deps, 'admin', ALWAYS)).toMatchObject({ pairs: 1 });
    expect(await listWaiting()).toEqual([]);
  });

  it('wakes a worker for each shard and schedules a check for expired leases', async () => {
    await makeRegions();
    const { userId } = await makeAdmin(context.deps);
    const { id } = await requestRun(context.deps, 'admin', userId);
    await beginRun();
    const woken = context.sent.filter(({ name }) => name === SHARD_JOB);
    expect(woken.filter(({ startAfter }) => startAfter === undefined)).toHaveLength(REGIONS.length);
    expect(woken.filter(({ startAfter }) => startAfter)).toMatchObject([
      { startAfter: new Date('2026-03-03T12:02:15Z') },
    ]);
    // A second request during the run waits until it ends.
    context.sent.length = 0;
    await processRun(context.deps, id);
    expect(context.sent).toMatchObject([{ name: 'matcher', data: { runId: id } }]);
    expect((await getRun(context.deps, id)).status).toBe('queued');
  });

  it('can be shared by concurrent workers without duplicate work', async () => {
    await makeRegions();
    const id = await beginRun();
    const runWorker = async () => {
      let shardsDone = 0;
      while (await processShard(context.deps, id)) shardsDone += 1;
      return shardsDone;
    };
    const done = await Promise.all([runWorker(), runWorker()]);
    expect(done[0]! + done[1]!).toBe(REGIONS.length);
    expect(Math.min(...done)).toBeGreaterThan(0);
    expect(await getRun(context.deps, id)).toMatchObject({ status: 'done', squads: 3, leftOver: 3 });
    expect(await openSeats()).toEqual([{ seats: 15, people: 15, letters: 15 }]);
    // A worker that arrives late finds nothing to do.
    const before = await getRun(context.deps, id);
    expect(await processShard(context.deps, id)).toBe(false);
    expect(await getRun(context.deps, id)).toEqual(before);
  });

  it('resumes a shard where its worker stopped, once the lease expires', async () => {
    await makeRegions();
    const id = await beginRun();
    const expiredShard = (await claimShard(context.deps.db, id, crypto.randomUUID(), context.deps.now()))!;
    // The worker has stored one proposal and recorded one left-over player.
    const [first] = await listRows<{ id: string }>(sql`
      insert into matches (type, score, member_ids, group_key, run_id, created_at, expires_at)
      select 'nba2k_squad5', 80, array_agg(id), 'x', ${id}, ${context.deps.now()}, '2026-03-05T12:00:00Z'
        from protocol_profiles where region = ${expiredShard.places[0]!.region} and 'English' = any (languages) returning id`);
    await context.deps.db.execute(sql`
      insert into match_members (match_id, user_id, kind, open)
      select id, unnest(member_ids), 'squad', true from matches where id = ${first!.id}`);
    await context.deps.db.execute(sql`
      insert into matcher_run_left_over (run_id, user_id, reason, waiting, shard)
      select ${id}, user_id, 'no-squad-found', 9, ${expiredShard.number} from match_members limit 1`);
    await renewLease(context.deps.db, expiredShard, { squads: 1, pairs: 0, dropped: 0 }, context.deps.now());

    while (await processShard(context.deps, id));
    expect((await getRun(context.deps, id)).status).toBe('running');
    expect((await listShards()).map(({ status }) => status).sort()).toEqual(['done', 'done', 'running']);
    expect(context.sent.at(-1)).toMatchObject({ name: SHARD_JOB, key: `look-again:${id}` });

    context.setNow('2026-03-03T12:01:59Z');
    expect(await processShard(context.deps, id)).toBe(false);
    context.setNow('2026-03-03T12:02:01Z');
    const noCounts = { squads: 0, pairs: 0, dropped: 0 };
    const secondClaim = (await claimShard(context.deps.db, id, crypto.randomUUID(), context.deps.now()))!;
    expect(secondClaim.number).toBe(expiredShard.number);
    // The worker that was considered dead may not write anything anymore.
    expect(await renewLease(context.deps.db, expiredShard, noCounts, context.deps.now())).toBe(false);
    expect(await renewLease(context.deps.db, secondClaim, noCounts, context.deps.now())).toBe(true);
    context.setNow('2026-03-03T12:04:02Z');
    expect(await processShard(context.deps, id)).toBe(true);
    expect(await getRun(context.deps, id)).toMatchObject({ status: 'done', squads: 3, leftOver: 3 });
    expect(await listRows(sql`select 1 from match_members where match_id = ${first!.id} and open`)).toHaveLength(5);
    expect(await openSeats()).toMatchObject([{ seats: 15, people: 15 }]);
  });

  it('fails with the reason when one of its shards fails', async () => {
    await makeRegions();
    const id = await beginRun();
    await context.deps.db.execute(sql`
      create function no_letters() returns trigger language plpgsql as 'begin raise exception ''no more room''; end'`);
    await context.deps.db.execute(
      sql`create trigger no_letters before insert on notification_outbox execute function no_letters()`,
    );
    try {
      await expect(processShard(context.deps, id)).rejects.toThrow();
    } finally {
      await context.deps.db.execute(sql`drop function no_letters() cascade`);
    }
    expect((await listLatestRuns(context.deps))[0]).toMatchObject({ status: 'failed', leftOver: null });
    expect((await getRun(context.deps, id)).error).toMatch(/^Shard 1: /);
    // No worker continues it, and the next run may start.
    expect(await processShard(context.deps, id)).toBe(false);
    expect(await listRows(sql`select 1 from matcher_left_over`)).toEqual([]);
    expect(await runMatcherNow(context.deps, 'admin', ALWAYS)).toMatchObject({ status: 'done', squads: 3 });
  });

  it('fails when its workers have sent no heartbeat for three lease periods', async () => {
    await makeRegions();
    const id = await beginRun();
    context.setNow('2026-03-03T12:05:59Z');
    await expect(runMatcherNow(context.deps)).rejects.toMatchObject({ code: 'conflict' });
    context.setNow('2026-03-03T12:06:01Z');
    expect(await runMatcherNow(context.deps)).toMatchObject({ status: 'done', squads: 3 });
    expect(await getRun(context.deps, id)).toMatchObject({
      status: 'failed',
      error: 'The node that ran it stopped.',
    });
  });

  it('stays unsharded with few players', async () => {
    await makeRegions();
    const id = await insertQueued(context.deps.db, 'admin', null, context.deps.now());
    await markRunning(context.deps.db, id, context.deps.now());
    expect(await storeShards(context.deps, id, 19)).toBe(false);
    expect(await listShards()).toEqual([]);
    expect(await storeShards(context.deps, id, 18)).toBe(true);
  });
});
