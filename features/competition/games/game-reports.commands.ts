import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs } from '../../../time/instants.ts';
import { isBlockedAmong } from '../../profiles/blocks/blocks.queries.ts';
import { findSquadWithPage } from '../../squads/public-page/squad-pages.queries.ts';
import { findSession, type SessionRow } from '../../squads/sessions/squad-sessions.queries.ts';
import { type ActiveSquad, listRoster, lockSquad } from '../../squads/squads.queries.ts';
import * as messages from '../competition.messages.ts';
import { lockOwnGame } from './game-access.commands.ts';
import {
  confirmVersion,
  disputeVersion,
  limitGameReports,
  requireLineup,
  requireLineupOf,
  requireResult,
} from './game-answers.commands.ts';
import { type EligiblePlayers, getLineup, listEligibleOfSession, loadGame } from './game-facts.commands.ts';
import * as queries from './games.queries.ts';
import {
  CONFIRM_MS,
  countsNow,
  findActingSide,
  findCorrectProblem,
  findNumberProblem,
  findReportWindowProblem,
  findResult,
  findSideOf,
  findSquadId,
  findTimeProblem,
  getDefaultEnd,
  isSameResult,
  mayActFor,
  mayAnswer,
  SAME_GAME_MS,
  type SideFacts,
} from './games.rules.ts';
import type { GameCorrection, GameReport } from './games.schema.ts';

type ReportContext = {
  actor: Person;
  session: SessionRow;
  squad: ActiveSquad;
  opponent: ActiveSquad | undefined;
  eligible: EligiblePlayers;
  report: GameReport & { ended_at: Date };
};

/**
 * Reports how a game of a session ended. A second report of the same game confirms or disputes the first.
 * @returns the game's id
 * @throws Refusal not_found for people outside the session, forbidden if only the captain may report, invalid for an
 * impossible result, conflict when it's too late or the game has another result already
 */
export async function reportGame(deps: Deps, actor: Person, sessionId: string, report: GameReport): Promise<string> {
  await limitGameReports(deps, actor);
  return withDeadlockRetry(deps.db, async (tx) => {
    const now = deps.now();
    const session = await findSession(tx, sessionId);
    if (!session) throw new Refusal('not_found', messages.gameSessionNotFound);
    const opponentId = readOpponent(report.opponent, session.squadId);
    const { squad, opponent } = await lockSquads(tx, session.squadId, opponentId);
    const eligible = await listEligibleOfSession(tx, session);
    if (!squad || !eligible.names.has(actor.userId)) throw new Refusal('not_found', messages.gameSessionNotFound);
    const closed = findReportWindowProblem(session, now);
    if (closed) throw new Refusal('conflict', closed);
    if (opponentId) await requireOpponent(tx, deps, { actor, squad, opponent });
    const endedAt = report.ended_at ?? getDefaultEnd(session, now);
    const problem = findTimeProblem(session, { startedAt: report.started_at, endedAt, now });
    if (problem) throw new Refusal('invalid', problem.reason, problem.field);
    const context = { actor, session, squad, opponent, eligible, report: { ...report, ended_at: endedAt } };
    return (await answerEarlierReport(tx, deps, context)) ?? createReport(tx, deps, context);
  });
}

function readOpponent(opponent: string | null, squadId: string): string | undefined {
  if (opponent === null || opponent.trim() === '') return undefined;
  const id = findSquadId(opponent);
  if (!id) throw new Refusal('invalid', messages.opponentInvalid, 'opponent');
  if (id === squadId) throw new Refusal('invalid', messages.opponentIsOwn, 'opponent');
  return id;
}

/** Locks both squads in the order of their ids, so that reports by both at once wait for each other. */
async function lockSquads(tx: Db, squadId: string, opponentId: string | undefined) {
  const ids = opponentId ? [squadId, opponentId].toSorted() : [squadId];
  const squads: (ActiveSquad | undefined)[] = [];
  for (const id of ids) squads.push(await lockSquad(tx, id));
  const find = (id: string | undefined) => squads.find((one) => one && one.id === id);
  return { squad: find(squadId), opponent: find(opponentId) };
}

/**
 * A squad without a public page can't be named, because that would reveal that it exists.
 * @throws Refusal invalid when there's no such squad, forbidden when the caller isn't the captain
 */
async function requireOpponent(
  tx: Db,
  deps: Deps,
  { actor, squad, opponent }: { actor: Person; squad: ActiveSquad; opponent: ActiveSquad | undefined },
): Promise<void> {
  const isShown = opponent && (await findSquadWithPage(tx, opponent.id, deps.now()));
  if (!isShown || (await isBlockedAmong(tx, actor.userId, [opponent.captainId]))) {
    throw new Refusal('invalid', messages.opponentNotFound, 'opponent');
  }
  const sides = await toNewSides(tx, squad, opponent);
  if (!mayActFor(sides, 1, actor.userId)) throw new Refusal('forbidden', messages.captainReports);
}

async function toNewSides(tx: Db, squad: ActiveSquad, opponent: ActiveSquad | undefined): Promise<SideFacts[]> {
  const squads = opponent ? [squad, opponent] : [squad];
  const roster = await listRoster(
    tx,
    squads.map(({ id }) => id),
  );
  return squads.map(({ id, captainId }, index) => ({
    side: index === 0 ? 1 : 2,
    captainId,
    memberIds: roster.flatMap((member) => (member.squadId === id ? [member.userId] : [])),
    playerIds: [],
  }));
}

/** Treats a report of a game that has a result already as an answer to it. @returns undefined if there's no such game */
async function answerEarlierReport(tx: Db, deps: Deps, context: ReportContext): Promise<string | undefined> {
  const { report, session, squad, opponent } = context;
  const games = await queries.listGamesOfSession(tx, session.id);
  const own = games.find(({ number, state }) => number === report.number && state !== 'started');
  if (own) return answerReport(tx, deps, { ...context, row: own });
  if (!opponent) return undefined;
  const theirs = await queries.listOpenReportsBetween(tx, { reporterId: opponent.id, squadId: squad.id });
  const distance = ({ endedAt }: queries.GameRow) => Math.abs(endedAt!.getTime() - report.ended_at.getTime());
  const [closest] = theirs.filter((row) => distance(row) <= SAME_GAME_MS).toSorted((a, b) => distance(a) - distance(b));
  return closest && answerReport(tx, deps, { ...context, row: closest });
}

async function answerReport(
  tx: Db,
  deps: Deps,
  { actor, report, row: found }: ReportContext & { row: queries.GameRow },
): Promise<string> {
  const { userId } = actor;
  const row = (await queries.lockGame(tx, found.id))!;
  const game = await loadGame(tx, row);
  const { facts } = game;
  const inForce = findResult(facts, row.version)!;
  const side = findActingSide(facts.sides, userId) ?? findSideOf(facts.sides, userId) ?? 1;
  const result = requireResult(report, side, row.bestOf);
  const isSame = isSameResult(inForce, result);
  const answers = row.state === 'reported' && mayAnswer(facts, inForce, userId);
  if (isSame && answers) {
    await confirmVersion(tx, deps, game, { userId, version: row.version, lineup: report.lineup });
  } else if (answers) {
    await disputeVersion(tx, deps, game, { userId, result, lineup: report.lineup, note: '' });
  } else if (!isSame) {
    throw new Refusal('conflict', countsNow(row.state) ? messages.gameConfirmedAlready : messages.gameReportedAlready);
  }
  return row.id;
}

async function createReport(tx: Db, deps: Deps, context: ReportContext): Promise<string> {
  const { actor, session, squad, opponent, eligible, report } = context;
  const now = deps.now();
  const games = await queries.listGamesOfSession(tx, session.id);
  const started = games.find(({ number, state }) => number === report.number && state === 'started');
  const problem = started ? undefined : findNumberProblem(games, report.number);
  if (problem) throw new Refusal('conflict', problem);
  const result = requireResult(report, 1, report.best_of);
  requireLineup(report.lineup, { eligible, size: squad.size, bestOf: report.best_of, score: result.score1 });
  if (!opponent && !report.lineup.players.some(({ user_id }) => user_id === actor.userId)) {
    throw new Refusal('invalid', messages.reporterDidntPlay, 'lineup');
  }
  const facts = {
    mode: report.mode,
    bestOf: report.best_of,
    state: 'reported',
    version: 1,
    startedAt: report.started_at ?? started?.startedAt ?? null,
    endedAt: report.ended_at,
    dueAt: opponent ? addMs(now, CONFIRM_MS) : null,
  } as const;
  const id = started?.id ?? crypto.randomUUID();
  if (started) await queries.updateGame(tx, id, facts);
  else {
    const key = { id, sessionId: session.id, squadId: squad.id, number: report.number, createdAt: now };
    const sides = opponent ? [squad, opponent] : [squad];
    await queries.insertGame(
      tx,
      { ...key, ...facts },
      sides.map((one, index) => ({
        side: index === 0 ? 1 : 2,
        squadId: one.id,
        squadName: one.name,
        crestSeed: one.crestSeed,
      })),
    );
  }
  const version = { gameId: id, version: 1, reportedBy: actor.userId, side: 1 as const, ...result, reportedAt: now };
  await queries.insertResult(tx, version, [{ side: 1, lineup: report.lineup }]);
  await queries.insertGameEvent(tx, {
    gameId: id,
    kind: 'reported',
    userId: actor.userId,
    side: 1,
    version: 1,
    createdAt: now,
  });
  return id;
}

/**
 * Corrects a result that no one has confirmed yet, as a new version. The other side gets a day again.
 * @throws Refusal not_found for strangers, forbidden for anyone but the side that reported it, invalid for an impossible
 * result, conflict when the game has changed
 */
export async function correctGame(deps: Deps, actor: Person, id: string, correction: GameCorrection): Promise<void> {
  await limitGameReports(deps, actor);
  await withDeadlockRetry(deps.db, async (tx) => {
    const game = await lockOwnGame(tx, actor, id);
    const { userId } = actor;
    const problem = findCorrectProblem(game.facts, correction.version, userId);
    if (problem) throw new Refusal(problem === messages.reporterCorrects ? 'forbidden' : 'conflict', problem);
    const { row } = game;
    const { side } = findResult(game.facts, row.version)!;
    const result = requireResult(correction, side, row.bestOf);
    const lineup = correction.lineup ?? getLineup(game, row.version, side);
    if (lineup) await requireLineupOf(tx, game, { side, lineup, result, others: null });
    const now = deps.now();
    const version = row.version + 1;
    const stored = { gameId: id, version, reportedBy: userId, side, ...result, reportedAt: now };
    await queries.insertResult(tx, stored, lineup ? [{ side, lineup }] : []);
    await queries.updateGame(tx, id, { version, dueAt: game.sides.length === 2 ? addMs(now, CONFIRM_MS) : null });
    await queries.insertGameEvent(tx, { gameId: id, kind: 'corrected', userId, side, version, createdAt: now });
  });
}
