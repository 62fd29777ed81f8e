import { fittingFor } from '../../matcher/fitting.ts';
import type { MatchingRules, Pool, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { whyNotInWorker } from '../../matcher/pool-workers.ts';
import { type ChangeFacts, changeSentence, type RunDone, whyNotSentences } from '../../matcher/run.ts';
import type { Actor, Deps } from '../../server/deps.ts';
import { subtractMs, toIsoOrNull } from '../../time/instants.ts';
import { toReaderTimes } from '../../time/reader-times.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { listPriorityFounders } from '../deals/entitlements.queries.ts';
import { blocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { readersOf } from '../profiles/player-views.queries.ts';
import { notLooking, readLooking } from './looking/looking.commands.ts';
import { LOOK_AGAIN } from './looking/looking.wording.ts';
import { runTimes } from './matcher-runs/matcher-runs.queries.ts';
import { nextRunAt } from './matcher-runs/matcher-runs.rules.ts';
import { COOLDOWN_DAYS, cooldownSince } from './matches.rules.ts';
import { SQUAD, type WhyNot } from './matches.schema.ts';
import { readParty } from './parties/parties.commands.ts';
import { joinedMembers } from './parties/parties.queries.ts';
import { partiesByMember } from './parties/parties.rules.ts';
import { idsAround, proposalWeek } from './pool.commands.ts';
import { endedAmong, occupied, poolRowsOf } from './pool.queries.ts';
import { poolPlayer, type Ties, tiesOf, withParties, withPrecedence } from './pool.rules.ts';
import { rulesInForce } from './rulebook/rulebook.commands.ts';
import { keepAdvice, proposalsOfRun, type Standing, standingOf, takenElsewhere } from './why-no-match.queries.ts';
import { type Advice, type Busy, withBusy } from './why-no-match.rules.ts';
import {
  BANNED,
  LOOKING,
  NEXT_RUN,
  NOT_YET,
  PROPOSAL_ENDED,
  PUT_OFF,
  UNPUBLISHED,
  waitSentence,
} from './why-no-match.wording.ts';

/** A look that takes longer is not waited for any more; it may still bring something. */
const LOOK_PATIENCE_MS = 2 * MINUTE_MS;

/** Why somebody has no match, and the single change that would help most. */
export async function readWhyNot(deps: Deps, actor: Actor): Promise<WhyNot> {
  const now = deps.now();
  const lookSince = subtractMs(now, LOOK_PATIENCE_MS);
  const standing = await standingOf(deps.db, actor.userId, now, lookSince);
  const times = await runTimes(deps.db);
  const base = {
    change: null,
    advice: null,
    waiting_runs: standing?.waiting ?? 0,
    last_run_at: toIsoOrNull(times.lastDone),
    last_looked_at: toIsoOrNull(latest(times.lastDone, standing?.looked)),
    next_run_at: nextRunAt(times, now).toISOString(),
  };
  if (standing?.matched) return { ...base, state: 'matched', sentences: [] };
  if (!standing?.published) return { ...base, state: 'unpublished', sentences: [UNPUBLISHED] };
  if (standing.banned) return { ...base, state: 'banned', sentences: [BANNED] };
  const { kinds } = await readLooking(deps, actor);
  if (!kinds.some(({ looks }) => looks)) {
    const sentences = kinds.flatMap(({ sentence }) => sentence ?? []);
    return { ...base, state: 'not_looking', sentences: [...sentences, LOOK_AGAIN] };
  }
  const { party } = await readParty(deps, actor);
  if (party && party.members.length > 1 && !party.queues) {
    return { ...base, state: 'waiting', sentences: party.sentences };
  }
  if (standing.looking) return { ...base, state: 'looking', sentences: [LOOKING] };
  if (standing.put_off) return { ...base, state: 'waiting', sentences: [PUT_OFF] };
  if (!standing.reason) {
    return { ...base, state: 'waiting', sentences: [standing.matched_before ? NEXT_RUN : NOT_YET] };
  }
  const wait = waitSentence(standing.waiting);
  if (standing.reason === 'proposal-ended') {
    return { ...base, state: 'waiting', sentences: [PROPOSAL_ENDED, ...(wait ? [wait] : [])] };
  }
  const { facts, change } = standing.advice ?? (await workOutAdvice(deps, actor.userId, standing));
  return {
    ...base,
    // There is a place for them: nothing that they could change stands in the way.
    state: facts.constraint === 'chance' ? 'waiting' : 'left_over',
    sentences: [
      ...whyNotSentences(facts, { restDays: COOLDOWN_DAYS, helped: change !== null }),
      ...(wait ? [wait] : []),
    ],
    change: change && changeSentence(change, await timesOf(deps, actor.userId)),
    advice: change && ofProfile(change),
  };
}

function latest(run: Date | null, look: string | null | undefined): Date | null {
  const looked = look ? new Date(look) : null;
  return run && looked && run > looked ? run : (looked ?? run);
}

/** How somebody reads times, whether or not they have said where they live. */
const timesOf = async (deps: Deps, userId: string) =>
  (await readersOf(deps.db, [userId])).get(userId) ?? toReaderTimes(undefined);

/** What a profile can do of it: leaving a party is said to its others, and is pressed on its own card. */
function ofProfile(change: readonly ChangeFacts[]): WhyNot['advice'] {
  return change.some(({ kind }) => kind === 'party') ? null : (change as NonNullable<WhyNot['advice']>);
}

async function workOutAdvice(deps: Deps, userId: string, standing: Standing): Promise<Advice> {
  const { rules } = await rulesInForce(deps.db);
  const { pool, result, busy } = await poolAround(deps, userId, standing, rules);
  const [answer] = await whyNotInWorker([userId], pool, rules, result);
  const { facts, change } = answer!;
  const advice = { facts: withBusy(facts, busy), change: change?.facts ?? null };
  await keepAdvice(deps.db, userId, standing.run_id, advice);
  return advice;
}

/**
 * The newest run or look as seen from one player: who around them could be had, what it proposed among them, who of them
 * the next run can still have, and how many fit who could not be had.
 */
async function poolAround(
  deps: Deps,
  userId: string,
  standing: Standing,
  rules: MatchingRules,
): Promise<{ pool: Pool; result: RunDone; busy: Busy }> {
  const now = deps.now();
  const runId = standing.run_id;
  const around = await idsAround(deps, userId, rules);
  const taken = await takenElsewhere(deps.db, runId, around);
  taken.delete(userId);
  const ids = around.filter((id) => !taken.has(id));
  const proposed = await proposalsOfRun(deps.db, runId, ids);
  // Who got a proposal then looked for it, whether they have a squad of it by now or not.
  const looked = new Set(proposed.flatMap((one) => one.member_ids));
  const still = (await notLooking(deps.db, deps, ids)).filter((row) => !looked.has(row.user_id));
  const blocks = await blocksAmong(deps.db, ids);
  const rows = await poolRowsOf(deps.db, ids, now);
  const founders = new Set(await listPriorityFounders(deps.db, now));
  const parties = partiesByMember(await joinedMembers(deps.db, ids));
  const playersBy = (ties: Ties) => {
    const those = rows.map((row) => withPrecedence(poolPlayer(row, ties), founders));
    return withParties(
      those.filter(({ wants }) => wants.length > 0),
      parties,
    );
  };
  const players = playersBy(tiesOf(blocks, [], still));
  const nextTies = tiesOf(blocks, await occupied(deps.db, { ids }), await notLooking(deps.db, deps, ids));
  const nextWants = new Map(playersBy(nextTies).map(({ id, wants }) => [id, wants]));
  const known = new Set(players.map((player) => player.id));
  const proposals = proposed
    .filter((one) => one.member_ids.every((id) => known.has(id)))
    .map((one) => ({
      type: one.type,
      members: one.member_ids,
      score: one.score,
      parts: one.parts,
      priority: 0,
      coverage: one.position_coverage,
      overlapMinutes: one.scheduled_overlap_minutes,
      intervals: one.intervals,
      positions: one.positions,
    }));
  const squads = proposals.filter((one) => one.type === SQUAD);
  const pairs = proposals.filter((one) => one.type !== SQUAD);
  const forbiddenGroups = await endedAmong(deps.db, cooldownSince(now), ids, runId);
  const pool = { weekOf: proposalWeek(now), players, forbiddenGroups };
  const self = players.find(({ id }) => id === userId);
  const busy = self ? await fittingAmong(deps, self, [...taken], rules) : { others: 0, fitting: 0 };
  return { pool, result: { squads, pairs, nextWants }, busy };
}

/** How many of the given players fit one, of those who look for something still. */
async function fittingAmong(deps: Deps, self: PoolPlayer, ids: string[], rules: MatchingRules): Promise<Busy> {
  const now = deps.now();
  const ties = tiesOf(await blocksAmong(deps.db, [self.id, ...ids]), [], await notLooking(deps.db, deps, ids));
  const those = (await poolRowsOf(deps.db, ids, now)).map((row) => poolPlayer(row, ties));
  const others = those.filter(({ wants }) => wants.some((kind) => self.wants.includes(kind)));
  return fittingFor(self.id, { weekOf: proposalWeek(now), players: [self, ...others], forbiddenGroups: [] }, rules);
}
