import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs } from '../../../time/instants.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import * as messages from '../competition.messages.ts';
import { findSize, lockOwnGame } from './game-access.commands.ts';
import { type EligiblePlayers, getLineup, guessLineup, type LoadedGame, listEligible } from './game-facts.commands.ts';
import { flagGame } from './game-flags.commands.ts';
import * as queries from './games.queries.ts';
import {
  DECIDE_MS,
  findActingSide,
  findConfirmProblem,
  findDisputeProblem,
  findLineupProblem,
  findResult,
  isProblem,
  readClaim,
  type ScoredResult,
} from './games.rules.ts';
import type { BestOf, GameClaim, GameConfirmation, GameDispute, Lineup, SideNumber } from './games.schema.ts';

/**
 * Limits reports, corrections and disputes, because each asks other players for an answer.
 * @throws Refusal too_many
 */
export const limitGameReports = (deps: Deps, actor: Person): Promise<void> =>
  consumeUserLimit(deps, 'gameReports', actor.userId, (wait) => lazyText(messages.tooManyGameReports, { wait }));

/** @throws Refusal invalid when the claim is impossible */
export function requireResult(
  claim: Pick<GameClaim, 'outcome' | 'score'>,
  side: SideNumber,
  bestOf: BestOf,
): ScoredResult {
  const result = readClaim(claim, side, bestOf);
  if (isProblem(result)) throw new Refusal('invalid', result.reason, result.field);
  return result;
}

type LineupContext = { eligible: EligiblePlayers; size: number; bestOf: BestOf; score: number | null };

/** @throws Refusal invalid when a player wasn't there or the box score is impossible */
export function requireLineup(lineup: Lineup, { eligible, ...context }: LineupContext): void {
  const problem = findLineupProblem(lineup, { ...context, eligible: eligible.names });
  if (problem) throw new Refusal('invalid', problem.reason, problem.field);
}

/**
 * Checks a side's lineup against the result that it belongs to.
 * @throws Refusal invalid when it's impossible, or a player is listed on the other side
 */
export async function requireLineupOf(
  tx: Db,
  game: LoadedGame,
  { side, lineup, result, others }: { side: SideNumber; lineup: Lineup; result: ScoredResult; others: Lineup | null },
): Promise<void> {
  requireLineup(lineup, {
    eligible: await listEligible(tx, game, side),
    size: await findSize(tx, game, side),
    bestOf: game.row.bestOf,
    score: side === 1 ? result.score1 : result.score2,
  });
  const otherIds = others?.players.map(({ user_id }) => user_id) ?? [];
  if (lineup.players.some(({ user_id }) => otherIds.includes(user_id))) {
    throw new Refusal('invalid', messages.playerOnBothSides, 'lineup');
  }
}

const getOtherSide = (side: SideNumber): SideNumber => (side === 1 ? 2 : 1);

/**
 * Confirms a version of a result. In a dispute, that accepts the other side's version.
 * @throws Refusal not_found for strangers, forbidden for people who can't answer, conflict when the game has changed
 */
export async function confirmGame(
  deps: Deps,
  actor: Person,
  id: string,
  confirmation: GameConfirmation,
): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const game = await lockOwnGame(tx, actor, id);
    const { userId } = actor;
    const problem = findConfirmProblem(game.facts, confirmation.version, userId);
    if (problem === 'known') return;
    if (problem) throw new Refusal(CONFLICTS.has(problem) ? 'conflict' : 'forbidden', problem);
    await confirmVersion(tx, deps, game, { userId, ...confirmation });
  });
}

/** Refusals because of the game's state. All others are about who asks. */
const CONFLICTS = new Set<unknown>([
  messages.gameChanged,
  messages.gameVoid,
  messages.gameDecided,
  messages.gameNotOver,
  messages.gameConfirmedAlready,
  messages.alreadyDisputed,
]);

type Answer = { userId: string; version: number; lineup: Lineup | null };

/** Confirms a version of a locked game for someone who may. The confirming side's lineup is added to it. */
export async function confirmVersion(
  tx: Db,
  deps: Deps,
  game: LoadedGame,
  { userId, version, lineup }: Answer,
): Promise<void> {
  const side = findActingSide(game.facts.sides, userId)!;
  const result = findResult(game.facts, version)!;
  if (side !== result.side) {
    const others = getLineup(game, version, getOtherSide(side));
    if (lineup) await requireLineupOf(tx, game, { side, lineup, result, others });
    const known = lineup ?? getLineup(game, version, side) ?? (await guessLineupOf(tx, game, side, others));
    await queries.replaceLineup(tx, { gameId: game.row.id, version }, { side, lineup: known });
  }
  await saveConfirmation(tx, deps, game, { userId, side, version });
}

/** Guesses who played for a side that hasn't reported its lineup. No one is listed on both sides. */
export async function guessLineupOf(
  tx: Db,
  game: LoadedGame,
  side: SideNumber,
  others: Lineup | null,
): Promise<Lineup> {
  const eligible = await listEligible(tx, game, side);
  for (const { user_id } of others?.players ?? []) eligible.names.delete(user_id);
  const playedIds = eligible.playedIds.filter((id) => eligible.names.has(id));
  return guessLineup({ names: eligible.names, playedIds }, await findSize(tx, game, side));
}

/** Lets a version of a locked game count from now on. */
export async function saveConfirmation(
  tx: Db,
  deps: Deps,
  game: LoadedGame,
  { userId, side, version }: { userId: string | null; side: SideNumber | null; version: number },
): Promise<void> {
  const now = deps.now();
  const { id } = game.row;
  await queries.updateGame(tx, id, { state: 'confirmed', version, confirmedAt: now, dueAt: null });
  await queries.insertGameEvent(tx, { gameId: id, kind: 'confirmed', userId, side, version, createdAt: now });
  await flagGame(tx, deps, id);
}

/**
 * Disputes the current result: with another version, or because the game didn't take place.
 * @throws Refusal not_found for strangers, forbidden for people who can't answer, invalid for an impossible result,
 * conflict when the game has changed
 */
export async function disputeGame(deps: Deps, actor: Person, id: string, dispute: GameDispute): Promise<void> {
  await limitGameReports(deps, actor);
  await withDeadlockRetry(deps.db, async (tx) => {
    const game = await lockOwnGame(tx, actor, id);
    const { userId } = actor;
    const problem = findDisputeProblem(game.facts, { version: dispute.version, userId, now: deps.now() });
    if (problem) throw new Refusal(CONFLICTS.has(problem) ? 'conflict' : 'forbidden', problem);
    const { claim, note } = dispute;
    const side = findActingSide(game.facts.sides, userId)!;
    const result = claim && requireResult(claim, side, game.row.bestOf);
    await disputeVersion(tx, deps, game, { userId, result, lineup: claim?.lineup ?? null, note });
  });
}

type Objection = { userId: string; result: ScoredResult | null; lineup: Lineup | null; note: string };

/** Opens a dispute about a locked game for someone who may. */
export async function disputeVersion(
  tx: Db,
  deps: Deps,
  game: LoadedGame,
  { userId, result, lineup, note }: Objection,
): Promise<void> {
  const now = deps.now();
  const { id, version } = game.row;
  const side = findActingSide(game.facts.sides, userId)!;
  if (result) await insertClaim(tx, game, { side, result, lineup, reportedBy: userId, now });
  const claimed = result ? getLastVersion(game) + 1 : null;
  // The current version stays until someone accepts the other one or a moderator decides.
  await queries.updateGame(tx, id, { state: 'disputed', version, confirmedAt: null, dueAt: addMs(now, DECIDE_MS) });
  const event = { gameId: id, kind: 'disputed' as const, userId, side, version: claimed, note: note || null };
  await queries.insertGameEvent(tx, { ...event, createdAt: now });
}

const getLastVersion = ({ results }: LoadedGame): number => Math.max(...results.map(({ version }) => version));

type Claim = {
  side: SideNumber;
  result: ScoredResult;
  lineup: Lineup | null;
  reportedBy: string;
  now: Date;
};

/** Adds a side's own version. Lineups that it leaves out are copied from the current version. */
async function insertClaim(tx: Db, game: LoadedGame, { side, result, lineup, reportedBy, now }: Claim): Promise<void> {
  const { id, version } = game.row;
  const other = getOtherSide(side);
  const others = getLineup(game, version, other);
  const own = lineup ?? getLineup(game, version, side);
  if (lineup) await requireLineupOf(tx, game, { side, lineup, result, others });
  const lineups = [
    ...(own ? [{ side, lineup: own }] : []),
    ...(others ? [{ side: other, lineup: withoutBox(others) }] : []),
  ];
  const stored = { gameId: id, version: getLastVersion(game) + 1, reportedBy, side, ...result, reportedAt: now };
  await queries.insertResult(tx, stored, lineups);
}

/** The other side's box score belongs to its own version of the score. */
const withoutBox = ({ players, guests }: Lineup): Lineup => ({
  players: players.map(({ user_id }) => ({ user_id, box: null })),
  guests,
});
