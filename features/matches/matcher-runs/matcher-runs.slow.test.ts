import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { HOUR_MS } from '../../../time/units.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { recordEvidence } from '../../moderation/reliability/reliability.commands.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer } from '../../profiles/profiles.factory.ts';
import { listMatches, respondToMatch } from '../matches.commands.ts';
import { makeFittingFive, makeSquadProposal } from '../matches.factory.ts';
import { buildPool } from '../pool.commands.ts';
import {
  getRun,
  listLatestRuns,
  listLeftOver,
  processRun,
  requestRun,
  runMatcherNow,
} from './matcher-runs.commands.ts';

describe('matcher run', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    context.setNow('2026-03-03T12:00:00Z');
    await context.deps.db.execute(sql`truncate auth.users cascade`);
    await context.deps.db.execute(sql`truncate matcher_runs, matches cascade`);
  });
  const matchesOf = async (player: { userId: string; email: string }) =>
    (await listMatches(context.deps, toActor(player), undefined)).matches;

  it('proposes a squad of five that fits, with its score and explanation', async () => {
    const players = await makeFittingFive(context.deps);
    const run = await runMatcherNow(context.deps);
    expect(run).toMatchObject({ status: 'done', pool: 5, squads: 1, pairs: 0, leftOver: 0, dropped: 0 });
    const [match] = await matchesOf(players[0]!);
    expect(match).toMatchObject({
      type: 'nba2k_squad5',
      status: 'proposed',
      my_response: null,
      position_coverage: { PG: 1, SG: 1, SF: 1, PF: 1, C: 1 },
      scheduled_overlap_minutes: 16 * 60,
    });
    expect(new Set(match!.member_ids)).toEqual(new Set(players.map((player) => player.userId)));
    expect(match!.parts.reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(match!.score, 0);
    expect(match!.parts.reduce((sum, part) => sum + part.max, 0)).toBe(100);
    expect(match!.explanation).toContain('All five of you are free Mon 7:00–11:00 PM');
    expect(match!.next_sessions).toHaveLength(3);
    expect(match!.members.flatMap((member) => member.contacts)).toEqual([]);
  });

  it('notifies every member once, with accept and decline links', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await runMatcherNow(context.deps);
    for (const member of members) {
      const messages = await listOutbox(context.deps.db, member.userId);
      expect(messages).toHaveLength(1);
      expect(messages[0]!.actions.map(({ path }) => path)).toEqual([
        `/protocol/respond?matchId=${matchId}&action=accept`,
        `/protocol/respond?matchId=${matchId}&action=decline`,
        `/protocol/matches#match-${matchId}`,
      ]);
    }
  });

  it('never gives a player two open matches of the same kind', async () => {
    const { members } = await makeSquadProposal(context.deps);
    const language = members[0]!.profile.languages;
    await makeFittingFive(context.deps, { languages: language });
    await runMatcherNow(context.deps);
    await runMatcherNow(context.deps);
    const { rows } = await context.deps.db.execute<{ open: number }>(sql`
      select max(n) as open from (select count(*) as n from match_members where open group by user_id, kind) c`);
    expect(rows[0]!.open).toBe(1);
    for (const member of members)
      expect((await matchesOf(member)).filter((m) => m.type === 'nba2k_squad5')).toHaveLength(1);
  });

  it('leaves out players who are unpublished or banned from matching', async () => {
    const players = await makeFittingFive(context.deps);
    await context.deps.db.execute(sql`update protocol_profiles set published = false where id = ${players[0]!.userId}`);
    await context.deps.db.execute(
      sql`insert into ban_list (user_id, scope, reason) values (${players[1]!.userId}, 'matching', 'Test')`,
    );
    const pool = await buildPool(context.deps);
    expect(pool.players.map((player) => player.id).sort()).toEqual(
      players
        .slice(2)
        .map((player) => player.userId)
        .sort(),
    );
  });

  it('never matches players with a block, in either direction', async () => {
    const players = await makeFittingFive(context.deps);
    await blockPlayer(context.deps, toActor(players[3]!), players[0]!.userId, 'block');
    expect(await runMatcherNow(context.deps)).toMatchObject({ squads: 0 });
    const pool = await buildPool(context.deps);
    const blocks = new Map(pool.players.map((player) => [player.id, player.blocks]));
    expect(blocks.get(players[0]!.userId)).toEqual([players[3]!.userId]);
    expect(blocks.get(players[3]!.userId)).toEqual([players[0]!.userId]);
  });

  it("doesn't propose the same people again within 30 days of a decline", async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await respondToMatch(context.deps, toActor(members[4]!), matchId, 'decline');
    expect(await runMatcherNow(context.deps)).toMatchObject({ squads: 0 });
    context.setNow('2026-04-02T11:00:00Z');
    expect(await runMatcherNow(context.deps)).toMatchObject({ squads: 0 });
    context.setNow('2026-04-02T13:00:00Z');
    await context.deps.db.execute(sql`delete from match_members where match_id <> ${matchId}`);
    expect(await runMatcherNow(context.deps)).toMatchObject({ squads: 1 });
  });

  it('gives a contested seat to a Founder while they have priority', async () => {
    const players = await makeFittingFive(context.deps);
    const founder = await makePlayer(context.deps, { role: 'PG', overall_rating: 91 });
    const usualPlayer = players[0]!;
    const findChosen = async () => {
      await runMatcherNow(context.deps, 'rebuild');
      return (await matchesOf(players[4]!))[0]!.member_ids;
    };
    expect(await findChosen()).toContain(usualPlayer.userId);
    await context.deps.db.execute(sql`delete from matcher_left_over`);
    await context.deps.db.execute(sql`
      insert into entitlements (user_id, priority_matching, founders_expires_at, updated_at)
      values (${founder.userId}, true, '2026-04-01T00:00:00Z', ${context.deps.now()})`);
    expect(await findChosen()).toContain(founder.userId);
    context.setNow('2026-04-02T12:00:00Z');
    await context.deps.db.execute(sql`truncate matches, matcher_left_over cascade`);
    expect((await buildPool(context.deps)).players.every((player) => player.priority === 0)).toBe(true);
  });

  it('prefers the more reliable player for a contested seat', async () => {
    const players = await makeFittingFive(context.deps);
    const usualPlayer = players[0]!;
    const other = await makePlayer(context.deps, { role: 'PG', overall_rating: 90 });
    const findChosen = async () => {
      // Start over, or the waiting time would outweigh reliability.
      await context.deps.db.execute(sql`truncate matches, matcher_left_over cascade`);
      await runMatcherNow(context.deps);
      return (await matchesOf(players[4]!))[0]!.member_ids.filter((id) =>
        [usualPlayer.userId, other.userId].includes(id),
      );
    };
    const recordEvening = async (cause: string, outcome: 'came' | 'missed') => {
      const line = { userId: other.userId, cause, happenedAt: context.deps.now(), outcome };
      const after = await context.deps.db.transaction((tx) => recordEvidence(tx, context.deps, line));
      await after();
    };
    expect(await findChosen()).toEqual([usualPlayer.userId]);
    await recordEvening('test:one', 'came');
    expect(await findChosen()).toEqual([other.userId]);
    for (const cause of ['test:two', 'test:three', 'test:four', 'test:five']) await recordEvening(cause, 'missed');
    expect(await findChosen()).toEqual([usualPlayer.userId]);
  });

  it("counts a player's rounds without a match and resets the count with a match", async () => {
    const lonePlayer = await makePlayer(context.deps, { role: 'C', languages: ['Icelandic'] });
    const getWaiting = async () =>
      (await buildPool(context.deps)).players.find((p) => p.id === lonePlayer.userId)?.waiting;
    await runMatcherNow(context.deps);
    expect(await getWaiting()).toBe(1);
    await runMatcherNow(context.deps);
    expect(await getWaiting()).toBe(2);
    await makePlayer(context.deps, { role: 'PG', languages: ['Icelandic'] });
    expect(await runMatcherNow(context.deps)).toMatchObject({ pairs: 1, leftOver: 0 });
    const { rows } = await context.deps.db.execute(sql`select 1 from matcher_left_over`);
    expect(rows).toHaveLength(0);
  });

  it('is refused while another run is in progress, and retried later if requested', async () => {
    await makeFittingFive(context.deps);
    const runs = await Promise.allSettled([runMatcherNow(context.deps), runMatcherNow(context.deps)]);
    expect(runs.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    await context.deps.db.execute(sql`
      insert into matcher_runs (trigger, status, requested_at, alive_at)
      values ('schedule', 'running', ${context.deps.now()}, ${context.deps.now()})`);
    const { userId } = await makeAdmin(context.deps);
    const { id } = await requestRun(context.deps, 'admin', userId);
    expect(await requestRun(context.deps, 'admin', userId)).toEqual({ id });
    context.sent.length = 0;
    await processRun(context.deps, id);
    expect(context.sent).toMatchObject([
      { name: 'matcher', data: { runId: id }, startAfter: new Date('2026-03-03T12:00:10Z') },
    ]);
    // In the meantime, a scheduled run is skipped and records why.
    context.setNow('2026-03-03T14:01:30Z');
    await context.deps.db.execute(
      sql`update matcher_runs set alive_at = ${context.deps.now()} where status = 'running'`,
    );
    await processRun(context.deps, undefined);
    expect((await listLatestRuns(context.deps))[0]).toMatchObject({
      trigger: 'schedule',
      status: 'failed',
      error: 'Another matching round was running.',
      requestedAt: '2026-03-03T14:01:30.000Z',
      startedAt: null,
      finishedAt: '2026-03-03T14:01:30.000Z',
    });
    await context.deps.db.execute(
      sql`update matcher_runs set alive_at = '2026-03-03T12:00:00Z' where status = 'running'`,
    );
    context.setNow('2026-03-03T12:05:00Z');
    await processRun(context.deps, id);
    expect(await getRun(context.deps, id)).toMatchObject({ status: 'done' });
    const { rows } = await context.deps.db.execute(
      sql`select 1 from matcher_runs where error like '%node that ran it%'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('starts on schedule only when it is due', async () => {
    const listRuns = async () => (await context.deps.db.execute(sql`select trigger, status from matcher_runs`)).rows;
    await processRun(context.deps, undefined);
    expect(await listRuns()).toEqual([{ trigger: 'schedule', status: 'done' }]);
    context.setNow('2026-03-03T13:30:00Z');
    await processRun(context.deps, undefined);
    expect(await listRuns()).toHaveLength(1);
    context.setNow('2026-03-03T13:35:00Z');
    await processRun(context.deps, undefined);
    expect(await listRuns()).toHaveLength(2);
  });

  it('keeps the left-over players and reasons of the newest twelve runs', async () => {
    const lonePlayer = await makePlayer(context.deps, { languages: ['Nobody else’s'] });
    const first = await runMatcherNow(context.deps);
    const player = { id: lonePlayer.userId, display_name: lonePlayer.profile.display_name, reason: expect.any(String) };
    expect(await listLeftOver(context.deps, first.id)).toEqual({ players: [{ ...player, waiting: 1 }] });
    const newerRuns: string[] = [];
    for (let run = 1; run <= 12; run++) {
      context.setNow(new Date(Date.parse('2026-03-03T12:00:00Z') + run * HOUR_MS));
      newerRuns.push((await runMatcherNow(context.deps)).id);
    }
    expect((await listLeftOver(context.deps, first.id)).players).toEqual([]);
    expect((await listLeftOver(context.deps, newerRuns[0]!)).players).toEqual([{ ...player, waiting: 2 }]);
    expect((await listLeftOver(context.deps, newerRuns[11]!)).players).toEqual([{ ...player, waiting: 13 }]);
    await expect(listLeftOver(context.deps, crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('withdraws only unanswered matches on a rebuild', async () => {
    const unansweredProposal = await makeSquadProposal(context.deps);
    const busy = await makeSquadProposal(context.deps);
    await respondToMatch(context.deps, toActor(busy.members[0]!), busy.matchId, 'accept');
    await runMatcherNow(context.deps, 'rebuild');
    const [keptMatch] = await matchesOf(busy.members[1]!);
    expect(keptMatch!.id).toBe(busy.matchId);
    const [anew] = await matchesOf(unansweredProposal.members[1]!);
    expect(anew!.id).not.toBe(unansweredProposal.matchId);
    expect(new Set(anew!.member_ids)).toEqual(new Set(unansweredProposal.members.map((member) => member.userId)));
  });

  it('is executed once, and only when requested', async () => {
    const { userId } = await makeAdmin(context.deps);
    const { id } = await requestRun(context.deps, 'rebuild', userId);
    expect(await requestRun(context.deps, 'admin', userId)).not.toEqual({ id });
    const { rows } = await context.deps.db.execute(
      sql`select action, target_type, after from admin_audit_logs where target_id = ${id}`,
    );
    expect(rows).toEqual([{ action: 'rebuild_matches', target_type: 'matcher_run', after: { requested: true } }]);
    await processRun(context.deps, id);
    const done = await getRun(context.deps, id);
    context.setNow('2026-03-03T12:30:00Z');
    context.sent.length = 0;
    await processRun(context.deps, id);
    await processRun(context.deps, crypto.randomUUID());
    expect(await getRun(context.deps, id)).toEqual(done);
    expect(context.sent).toEqual([]);
    await expect(getRun(context.deps, crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('records the reason when it fails and lets the next one start', async () => {
    await makeFittingFive(context.deps);
    await context.deps.db.execute(
      sql`insert into matcher_rules (version, rules, published_at) values (1, '{}', ${context.deps.now()})`,
    );
    await expect(runMatcherNow(context.deps)).rejects.toThrow("Can't read these stored rules:");
    expect((await listLatestRuns(context.deps))[0]).toMatchObject({
      status: 'failed',
      error: expect.stringContaining("Can't read these stored rules:"),
      startedAt: '2026-03-03T12:00:00.000Z',
    });
    await context.deps.db.execute(sql`delete from matcher_rules`);
    expect(await runMatcherNow(context.deps)).toMatchObject({ status: 'done', squads: 1 });
  });

  it("doesn't report a player with a match of either kind as left over", async () => {
    const languages = ['Icelandic'];
    const [one] = [await makePlayer(context.deps, { languages }), await makePlayer(context.deps, { languages })];
    expect(await runMatcherNow(context.deps)).toMatchObject({ squads: 0, pairs: 1, leftOver: 0 });
    expect(await runMatcherNow(context.deps)).toMatchObject({ squads: 0, pairs: 0, leftOver: 0 });
    expect((await matchesOf(one!))[0]).toMatchObject({ type: 'nba2k_pair' });
  });

  it('stores a certificate with its seed, so that it can be repeated', async () => {
    await makeFittingFive(context.deps);
    const { id } = await runMatcherNow(context.deps);
    const { certificate, seed } = await getRun(context.deps, id);
    expect(certificate).toMatchObject({ seed, pool: 5, squads: 1, bound: expect.any(Number), gap: expect.any(Number) });
  });
});
