import { countFittingPlayers } from '../../matcher/fitting-players.ts';
import type { MatchingRules, Pool, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { whyNotInWorker } from '../../matcher/pool-workers.ts';
import type { ChangeFacts, RunDone } from '../../matcher/run.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Actor, Deps } from '../../server/deps.ts';
import { subtractMs, toIsoOrNull } from '../../time/instants.ts';
import { toTimePreferences } from '../../time/reader-times.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { listPriorityFounders } from '../payments/entitlements.queries.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { formatOfType, type GroupFormat } from '../profiles/group-formats.schema.ts';
import { getTimePreferences } from '../profiles/player-views.queries.ts';
import { getLookingState, listNotLooking } from './looking/looking.commands.ts';
import { getRunTimes } from './matcher-runs/matcher-runs.queries.ts';
import { computeNextRunAt } from './matcher-runs/matcher-runs.rules.ts';
import * as messages from './matches.messages.ts';
import { getCooldownStart } from './matches.rules.ts';
import type { WhyNot } from './matches.schema.ts';
import { getParty } from './parties/parties.commands.ts';
import { listJoinedMembers } from './parties/parties.queries.ts';
import { groupPartiesByMember } from './parties/parties.rules.ts';
import { getProposalWeek, listIdsAround } from './pool.commands.ts';
import { listBusyPlayers, listEndedGroupsAmong, listPoolRows } from './pool.queries.ts';
import {
  type PlayerConstraints,
  toPlayerConstraints,
  toPoolPlayer,
  withFounderPriority,
  withParties,
} from './pool.rules.ts';
import { getActiveRules } from './rulebook/rulebook.commands.ts';
import {
  getMatchingState,
  listRunProposals,
  listTakenElsewhere,
  type MatchingState,
  saveAdvice,
} from './why-no-match.queries.ts';
import { type Advice, type BusyCounts, withBusyCounts } from './why-no-match.rules.ts';
import { formatHelpfulChange, formatWhyNoMatch } from './why-no-match.wording.ts';

/** Time after which we stop waiting for a search, although it may still find something. */
const SEARCH_TIMEOUT_MS = 2 * MINUTE_MS;

/** Explains why a player has no match, and which change would help most. */
export async function getWhyNoMatch(deps: Deps, actor: Actor): Promise<WhyNot> {
  const now = deps.now();
  const lookSince = subtractMs(now, SEARCH_TIMEOUT_MS);
  const matchingState = await getMatchingState(deps.db, actor.userId, now, lookSince);
  const times = await getRunTimes(deps.db);
  const base = {
    change: null,
    advice: null,
    waiting_runs: matchingState?.waiting ?? 0,
    last_run_at: toIsoOrNull(times.lastDone),
    last_looked_at: toIsoOrNull(getLatestDate(times.lastDone, matchingState?.looked)),
    next_run_at: computeNextRunAt(times, now).toISOString(),
  };
  if (matchingState?.matched) return { ...base, state: 'matched', sentences: [] };
  if (!matchingState?.published)
    return { ...base, state: 'unpublished', sentences: [readerTranslator(messages.whyUnpublished)] };
  if (matchingState.banned) return { ...base, state: 'banned', sentences: [readerTranslator(messages.whyBanned)] };
  const { kinds } = await getLookingState(deps, actor);
  if (!kinds.some(({ looks }) => looks)) {
    const sentences = kinds.flatMap(({ sentence }) => sentence ?? []);
    return { ...base, state: 'not_looking', sentences: [...sentences, readerTranslator(messages.lookAgainHint)] };
  }
  const { party } = await getParty(deps, actor);
  if (party && party.members.length > 1 && !party.queues) {
    return { ...base, state: 'waiting', sentences: party.sentences };
  }
  if (matchingState.looking) return { ...base, state: 'looking', sentences: [readerTranslator(messages.whyLooking)] };
  if (matchingState.put_off) return { ...base, state: 'waiting', sentences: [readerTranslator(messages.whyPostponed)] };
  if (!matchingState.reason) {
    return {
      ...base,
      state: 'waiting',
      sentences: [readerTranslator(matchingState.matched_before ? messages.whyMatchEnded : messages.whyNotYet)],
    };
  }
  const rounds = matchingState.waiting;
  const wait = rounds > 0 ? [readerTranslator(messages.searchCount, { rounds })] : [];
  if (matchingState.reason === 'proposal-ended') {
    return { ...base, state: 'waiting', sentences: [readerTranslator(messages.whyProposalEnded), ...wait] };
  }
  const { facts, change } = matchingState.advice ?? (await computeAdvice(deps, actor.userId, matchingState));
  return {
    ...base,
    // With 'chance', there was a spot for this player, so no change would help.
    state: facts.constraint === 'chance' ? 'waiting' : 'left_over',
    sentences: [...formatWhyNoMatch(readerTranslator, facts, { hasHelped: change !== null }), ...wait],
    change: change && formatHelpfulChange(readerTranslator, change, await getTimesForReader(deps, actor.userId)),
    advice: change && toProfileAdvice(change),
  };
}

function getLatestDate(run: Date | null, lastSearch: string | null | undefined): Date | null {
  const lookedAt = lastSearch ? new Date(lastSearch) : null;
  return run && lookedAt && run > lookedAt ? run : (lookedAt ?? run);
}

/** Returns a user's time display settings, with defaults if they haven't set a location. */
const getTimesForReader = async (deps: Deps, userId: string) =>
  (await getTimePreferences(deps.db, [userId])).get(userId) ?? toTimePreferences(undefined);

/**
 * Keeps the advice that a profile change can apply. Leaving a party isn't included, because it notifies the other
 * members and has a button on its own card.
 */
function toProfileAdvice(change: readonly ChangeFacts[]): WhyNot['advice'] {
  return change.some(({ kind }) => kind === 'party') ? null : (change as NonNullable<WhyNot['advice']>);
}

async function computeAdvice(deps: Deps, userId: string, matchingState: MatchingState): Promise<Advice> {
  const { rules } = await getActiveRules(deps.db);
  const { pool, result, busy } = await loadPoolAround(deps, userId, matchingState, rules);
  const [answer] = await whyNotInWorker([userId], pool, rules, result);
  const { facts, change } = answer!;
  const advice = { facts: withBusyCounts(facts, busy), change: change?.facts ?? null };
  await saveAdvice(deps.db, userId, matchingState.run_id, advice);
  return advice;
}

/**
 * Loads the newest run or search from one player's point of view: which players around them were available, which
 * matches they got, which of them the next run can still use, and how many fitting players were unavailable.
 */
async function loadPoolAround(
  deps: Deps,
  userId: string,
  matchingState: MatchingState,
  rules: MatchingRules,
): Promise<{ pool: Pool; result: RunDone; busy: BusyCounts }> {
  const now = deps.now();
  const runId = matchingState.run_id;
  const around = await listIdsAround(deps, userId, rules);
  const placedIds = await listTakenElsewhere(deps.db, runId, around);
  placedIds.delete(userId);
  const ids = around.filter((id) => !placedIds.has(id));
  const runProposals = await listRunProposals(deps.db, runId, ids);
  // Everyone who got a match was looking at that time, even if the match has since become a squad.
  const includedIds = new Set(runProposals.flatMap((one) => one.member_ids));
  const stillRows = (await listNotLooking(deps.db, deps, ids)).filter((row) => !includedIds.has(row.user_id));
  const blocks = await listBlocksAmong(deps.db, ids);
  const rows = await listPoolRows(deps.db, ids, now);
  const founders = new Set(await listPriorityFounders(deps.db, now));
  const parties = groupPartiesByMember(await listJoinedMembers(deps.db, ids));
  const buildPlayers = (constraints: PlayerConstraints) => {
    const poolPlayers = rows.map((row) => withFounderPriority(toPoolPlayer(row, constraints), founders));
    return withParties(
      poolPlayers.filter(({ wants }) => wants.length > 0),
      parties,
    );
  };
  const players = buildPlayers(toPlayerConstraints(blocks, [], stillRows));
  const nextTies = toPlayerConstraints(
    blocks,
    await listBusyPlayers(deps.db, { ids }),
    await listNotLooking(deps.db, deps, ids),
  );
  const nextWants = new Map(buildPlayers(nextTies).map(({ id, wants }) => [id, wants]));
  const playerIds = new Set(players.map((player) => player.id));
  const proposals = runProposals
    .filter((one) => one.member_ids.every((id) => playerIds.has(id)))
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
  const filterByFormat = (format: GroupFormat) => proposals.filter((one) => formatOfType(one.type) === format);
  const forbiddenGroups = await listEndedGroupsAmong(deps.db, getCooldownStart(now), ids, runId);
  const pool = { weekOf: getProposalWeek(now), players, forbiddenGroups };
  const self = players.find(({ id }) => id === userId);
  const busy = self ? await countFitting(deps, self, [...placedIds], rules) : { others: 0, fitting: 0 };
  return { pool, result: { squads: filterByFormat('squad'), pairs: filterByFormat('pair'), nextWants }, busy };
}

/** Counts the given players who fit this player and are still looking for a match. */
async function countFitting(deps: Deps, self: PoolPlayer, ids: string[], rules: MatchingRules): Promise<BusyCounts> {
  const now = deps.now();
  const constraints = toPlayerConstraints(
    await listBlocksAmong(deps.db, [self.id, ...ids]),
    [],
    await listNotLooking(deps.db, deps, ids),
  );
  const poolPlayers = (await listPoolRows(deps.db, ids, now)).map((row) => toPoolPlayer(row, constraints));
  const others = poolPlayers.filter(({ wants }) => wants.some((kind) => self.wants.includes(kind)));
  return countFittingPlayers(
    self.id,
    { weekOf: getProposalWeek(now), players: [self, ...others], forbiddenGroups: [] },
    rules,
  );
}
