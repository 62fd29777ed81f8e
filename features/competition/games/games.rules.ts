import { lazyText, type Translatable } from '../../../messages/lazy-text.ts';
import { addMs, subtractMs } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { OVERTIME_MS } from '../../squads/live-now/live-now.rules.ts';
import { CHECK_IN_MS } from '../../squads/sessions/squad-sessions.rules.ts';
import * as messages from '../competition.messages.ts';
import type { BestOf, BoxScore, GameClaim, GameState, Lineup, PlayerLine, SideNumber, Winner } from './games.schema.ts';

/** Time in which the other side confirms or disputes a result. */
export const CONFIRM_MS = DAY_MS;
/** Time in which a moderator decides a dispute. Then the game is void. */
export const DECIDE_MS = 3 * DAY_MS;
/** Time after a result was confirmed without an answer in which the side that didn't answer can still dispute it. */
const OBJECT_MS = 3 * DAY_MS;
/** Time after a session in which its games can be reported. */
const REPORT_MS = 7 * DAY_MS;
/** Reports of one game by both squads rarely end more than this apart. */
export const SAME_GAME_MS = 3 * HOUR_MS;
/** Clocks of phones differ a little. */
const CLOCK_DRIFT_MS = 2 * MINUTE_MS;
/** Screenshots that each side can attach to a game. */
export const EVIDENCE_PER_SIDE = 3;

type Problem = { reason: Translatable; field: string };

export type SideFacts = {
  side: SideNumber;
  /** Null once the squad has ended. */
  captainId: string | null;
  memberIds: readonly string[];
  /** Everyone whom a version of the result lists on this side. */
  playerIds: readonly string[];
};

export type ResultFacts = {
  version: number;
  reportedBy: string | null;
  side: SideNumber;
  winner: Winner;
  score1: number | null;
  score2: number | null;
};

export type GameFacts = {
  state: GameState;
  version: number;
  confirmedAt: Date | null;
  /** Whether the result was confirmed because no one answered in time. */
  isUnanswered: boolean;
  sides: readonly SideFacts[];
  results: readonly ResultFacts[];
};

const isInSide = ({ memberIds, playerIds }: SideFacts, userId: string): boolean =>
  memberIds.includes(userId) || playerIds.includes(userId);

export const findSideOf = (sides: readonly SideFacts[], userId: string): SideNumber | undefined =>
  sides.find((side) => isInSide(side, userId))?.side;

/** Returns whether a game counts, unless it's voided later. */
export const countsNow = (state: GameState): boolean => state === 'confirmed' || state === 'decided';

/**
 * Returns whether a person may act for a side. Between squads that's the captain or, if there's no captain or they also
 * belong to the other side, anyone else on the side. Nobody who belongs to both sides may act. Against unknown
 * opponents, everyone on the side may.
 */
export function mayActFor(sides: readonly SideFacts[], number: SideNumber, userId: string): boolean {
  const own = sides.find(({ side }) => side === number);
  const other = sides.find(({ side }) => side !== number);
  if (!own || !isInSide(own, userId)) return false;
  if (!other) return true;
  if (isInSide(other, userId)) return false;
  const { captainId } = own;
  return captainId === null || isInSide(other, captainId) || captainId === userId;
}

/** Returns the side that a person may act for, if there's one. */
export const findActingSide = (sides: readonly SideFacts[], userId: string): SideNumber | undefined =>
  sides.find(({ side }) => mayActFor(sides, side, userId))?.side;

/**
 * Returns whether a person may confirm or dispute a version: someone of the other side or, against unknown opponents,
 * anyone but its reporter.
 */
export function mayAnswer({ sides }: Pick<GameFacts, 'sides'>, result: ResultFacts, userId: string): boolean {
  const side = findActingSide(sides, userId);
  if (side === undefined) return false;
  return sides.length === 2 ? side !== result.side : result.reportedBy !== userId;
}

export const findResult = ({ results }: Pick<GameFacts, 'results'>, version: number): ResultFacts | undefined =>
  results.find((result) => result.version === version);

/** Returns why a version can't be confirmed by this person; `known` if it already is. */
export function findConfirmProblem(
  game: GameFacts,
  version: number,
  userId: string,
): Translatable | 'known' | undefined {
  const result = findResult(game, version);
  if (!result) return messages.gameChanged;
  if (countsNow(game.state) && game.version === version) return 'known';
  if (game.state !== 'reported' && game.state !== 'disputed') return describeClosed(game.state);
  // In a dispute, each side can still accept the other's version.
  if (game.state === 'reported' && version !== game.version) return messages.gameChanged;
  return mayAnswer(game, result, userId) ? undefined : describeAnswerRefusal(game, result, userId);
}

function describeAnswerRefusal({ sides }: GameFacts, result: ResultFacts, userId: string): Translatable {
  if (sides.length === 1) return messages.cantConfirmAlone;
  const side = findSideOf(sides, userId);
  return side === result.side ? messages.otherSideConfirms : messages.captainConfirms;
}

/** Returns the reason this person can't dispute the current result now. */
export function findDisputeProblem(
  game: GameFacts,
  { version, userId, now }: { version: number; userId: string; now: Date },
): Translatable | undefined {
  const result = findResult(game, version);
  if (!result || version !== game.version) return messages.gameChanged;
  if (game.state === 'disputed') return messages.alreadyDisputed;
  if (game.state !== 'reported' && !isObjectionOpen(game, now)) return describeClosed(game.state);
  return mayAnswer(game, result, userId) ? undefined : messages.cantDisputeOwn;
}

const isObjectionOpen = ({ state, isUnanswered, confirmedAt }: GameFacts, now: Date): boolean =>
  state === 'confirmed' && isUnanswered && confirmedAt !== null && now < addMs(confirmedAt, OBJECT_MS);

/** Returns the reason this person can't correct the result that's waiting for an answer. */
export function findCorrectProblem(game: GameFacts, version: number, userId: string): Translatable | undefined {
  const result = findResult(game, version);
  if (!result || version !== game.version) return messages.gameChanged;
  if (game.state !== 'reported')
    return game.state === 'disputed' ? messages.alreadyDisputed : describeClosed(game.state);
  if (game.sides.length === 1) return result.reportedBy === userId ? undefined : messages.reporterCorrects;
  return mayActFor(game.sides, result.side, userId) ? undefined : messages.reporterCorrects;
}

function describeClosed(state: GameState): Translatable {
  if (state === 'void') return messages.gameVoid;
  if (state === 'decided') return messages.gameDecided;
  return state === 'started' ? messages.gameNotOver : messages.gameConfirmedAlready;
}

/** What a person can do with a game now. */
export function listActions(game: GameFacts, userId: string, now: Date) {
  const { version } = game;
  return {
    confirm: game.results.some((result) => findConfirmProblem(game, result.version, userId) === undefined),
    dispute: findDisputeProblem(game, { version, userId, now }) === undefined,
    correct: findCorrectProblem(game, version, userId) === undefined,
    attach: findAttachProblem(game, userId) === undefined,
  };
}

/** Returns the reason this person can't attach a screenshot. */
export function findAttachProblem({ state, sides }: GameFacts, userId: string): Translatable | undefined {
  if (state !== 'reported' && state !== 'disputed') return describeClosed(state);
  return findActingSide(sides, userId) ? undefined : messages.captainAttaches;
}

/** What the clock does to a game at its due time. */
export type DueChange = 'confirm' | 'stay' | 'void';

/**
 * Returns what happens to a game that no one answered or decided in time. A result between two squads counts only with
 * evidence from the side that reported it; other results wait for an answer.
 */
export function judgeDue(
  { state, sides, results, version }: GameFacts,
  evidenceSides: readonly SideNumber[],
): DueChange {
  if (state === 'disputed') return 'void';
  const reportingSide = results.find((result) => result.version === version)?.side;
  return sides.length === 2 && reportingSide && evidenceSides.includes(reportingSide) ? 'confirm' : 'stay';
}

export type ScoredResult = { winner: Winner; score1: number | null; score2: number | null };

/** Turns a claim of one side into the result as stored, or returns what's wrong with it. */
export function readClaim(
  { outcome, score }: Pick<GameClaim, 'outcome' | 'score'>,
  side: SideNumber,
  bestOf: BestOf,
): ScoredResult | Problem {
  if (!score && !outcome) return { reason: messages.resultMissing, field: 'outcome' };
  const other: SideNumber = side === 1 ? 2 : 1;
  if (!score) {
    if (outcome === 'tied' && bestOf > 1) return { reason: messages.seriesTied, field: 'outcome' };
    return { winner: outcome === 'won' ? side : outcome === 'lost' ? other : 0, score1: null, score2: null };
  }
  const difference = Math.sign(score.own - score.other);
  const winner: Winner = difference > 0 ? side : difference < 0 ? other : 0;
  if (outcome && outcome !== (['lost', 'tied', 'won'] as const)[difference + 1]) {
    return { reason: messages.scoreContradicts, field: 'score' };
  }
  if (bestOf > 1 && !isSeriesScore(score, bestOf)) {
    const wins = (bestOf + 1) / 2;
    return { reason: lazyText(messages.seriesScoreInvalid, { wins, bestOf }), field: 'score' };
  }
  const [score1, score2] = side === 1 ? [score.own, score.other] : [score.other, score.own];
  return { winner, score1, score2 };
}

/** A series ends when one side has won more than half of its games. */
function isSeriesScore({ own, other }: { own: number; other: number }, bestOf: BestOf): boolean {
  const wins = (bestOf + 1) / 2;
  return Math.max(own, other) === wins && Math.min(own, other) < wins;
}

export const isProblem = (value: ScoredResult | Problem): value is Problem => 'reason' in value;

/** Two results are the same unless something that both of them say differs. */
export function isSameResult(one: ScoredResult, other: ScoredResult): boolean {
  if (one.winner !== other.winner) return false;
  if (one.score1 === null || other.score1 === null) return true;
  return one.score1 === other.score1 && one.score2 === other.score2;
}

type LineupContext = {
  eligible: ReadonlyMap<string, string>;
  /** Most players of a side. */
  size: number;
  bestOf: BestOf;
  /** The side's score; null if unknown. */
  score: number | null;
};

/**
 * Returns what's wrong with a lineup: its size, a player who wasn't there, or an impossible box score.
 * @param context `eligible`: names of the players who may have played, by id
 */
export function findLineupProblem(
  { players, guests }: Lineup,
  { eligible, size, bestOf, score }: LineupContext,
): Problem | undefined {
  if (players.length + guests > size) return { reason: lazyText(messages.tooManyPlayers, { size }), field: 'lineup' };
  const ids = players.map(({ user_id }) => user_id);
  if (new Set(ids).size < ids.length) return { reason: messages.playerTwice, field: 'lineup' };
  if (ids.some((id) => !eligible.has(id))) return { reason: messages.playerNotThere, field: 'lineup' };
  const lines = players.filter(({ box }) => box !== null);
  if (lines.length > 0 && bestOf > 1) return { reason: messages.boxOfSeries, field: 'lineup' };
  for (const { user_id, box } of lines) {
    const name = eligible.get(user_id)!;
    const reason = box && findBoxProblem(box, name);
    if (reason) return { reason, field: 'lineup' };
  }
  return findTotalProblem(players, { guests, score });
}

function findBoxProblem(box: BoxScore, name: string): Translatable | undefined {
  const exceeds = (part: number | null, whole: number | null) => part !== null && whole !== null && part > whole;
  if (exceeds(box.fg_made, box.fg_attempted)) return lazyText(messages.madeOverAttempted, { name });
  if (exceeds(box.threes_made, box.threes_attempted)) return lazyText(messages.threesOverAttempted, { name });
  if (exceeds(box.threes_made, box.fg_made) || exceeds(box.threes_attempted, box.fg_attempted)) {
    return lazyText(messages.threesOverGoals, { name });
  }
  const fromShots = box.fg_made === null ? null : 2 * box.fg_made + (box.threes_made ?? 0);
  return exceeds(fromShots, box.points) ? lazyText(messages.pointsUnderShots, { name }) : undefined;
}

/** Once everyone's points are known, they make up the score. Before that, they can't exceed it. */
function findTotalProblem(
  players: readonly PlayerLine[],
  { guests, score }: { guests: number; score: number | null },
): Problem | undefined {
  if (score === null) return undefined;
  const points = players.map(({ box }) => box?.points ?? null);
  const total = points.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const isComplete = guests === 0 && !points.includes(null);
  if (isComplete ? total === score : total <= score) return undefined;
  return { reason: lazyText(messages.pointsDontAddUp, { total, score }), field: 'lineup' };
}

type SessionTimes = { startsAt: Date; endsAt: Date; calledOffAt: Date | null };

/** Returns the reason no game of this session can be reported now. */
export function findReportWindowProblem(session: SessionTimes, now: Date): Translatable | undefined {
  if (session.calledOffAt) return messages.sessionWasCanceled;
  if (now < subtractMs(session.startsAt, CHECK_IN_MS)) return messages.sessionNotStarted;
  return now < addMs(session.endsAt, REPORT_MS) ? undefined : messages.reportTooLate;
}

/** Returns what's wrong with a game's times: in the future, outside its session, or in the wrong order. */
export function findTimeProblem(
  session: SessionTimes,
  { startedAt, endedAt, now }: { startedAt: Date | null; endedAt: Date; now: Date },
): Problem | undefined {
  const opensAt = subtractMs(session.startsAt, CHECK_IN_MS);
  if (endedAt > addMs(now, CLOCK_DRIFT_MS)) return { reason: messages.gameInFuture, field: 'ended_at' };
  if (endedAt < opensAt || (startedAt && startedAt < opensAt)) {
    return { reason: messages.gameBeforeSession, field: startedAt ? 'started_at' : 'ended_at' };
  }
  if (endedAt > addMs(session.endsAt, OVERTIME_MS)) return { reason: messages.gameAfterSession, field: 'ended_at' };
  if (startedAt && startedAt >= endedAt) return { reason: messages.gameEndsBeforeStart, field: 'ended_at' };
  return undefined;
}

/** Returns when a game ended if the report doesn't say: now, or at the end of a session that's over. */
export function getDefaultEnd({ endsAt }: SessionTimes, now: Date): Date {
  const latest = addMs(endsAt, OVERTIME_MS);
  return now < latest ? now : endsAt;
}

export type ListedGame = { id: string; number: number; state: GameState };

/** Returns the reason a session can't have a game with this number next. */
export function findNumberProblem(games: readonly ListedGame[], number: number): Translatable | undefined {
  const open = games.find(({ state }) => state === 'started');
  if (open) return lazyText(messages.earlierGameUnfinished, { number: open.number });
  return number === getNextNumber(games) ? undefined : messages.gamesListChanged;
}

export const getNextNumber = (games: readonly { number: number }[]): number =>
  Math.max(0, ...games.map(({ number }) => number)) + 1;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Returns the squad's id in the address of its public page. */
export const findSquadId = (opponent: string): string | undefined => UUID.exec(opponent)?.[0].toLowerCase();
