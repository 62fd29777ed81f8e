import type { Db } from '../../../db/database.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { subtractMs } from '../../../time/instants.ts';
import { getPeople } from '../../matches/matches.queries.ts';
import { listConfirmedSessions } from '../../squads/live-now/live-now.queries.ts';
import { listAnswers } from '../../squads/sessions/squad-sessions.queries.ts';
import { listRoster, listSquadsByIds } from '../../squads/squads.queries.ts';
import * as messages from '../competition.messages.ts';
import * as queries from './games.queries.ts';
import { type GameFacts, SAME_GAME_MS, type SideFacts } from './games.rules.ts';
import type { Lineup, SideNumber } from './games.schema.ts';

/** A game with everything that decides who may do what. */
export type LoadedGame = {
  row: queries.GameRow;
  sides: queries.SideRow[];
  results: queries.ResultRow[];
  players: queries.PlayerRow[];
  facts: GameFacts;
};

export async function loadGame(db: Db, row: queries.GameRow): Promise<LoadedGame> {
  const [loaded] = await loadGames(db, [row]);
  return loaded!;
}

/** Loads games with their sides, versions and players. */
export async function loadGames(db: Db, rows: readonly queries.GameRow[]): Promise<LoadedGame[]> {
  const ids = rows.map(({ id }) => id);
  const sides = await queries.listSides(db, ids);
  const results = await queries.listResults(db, ids);
  const players = await queries.listPlayers(db, ids);
  const events = await queries.listEvents(db, ids);
  const squadIds = [...new Set(sides.flatMap(({ squadId }) => squadId ?? []))];
  const roster = await listRoster(db, squadIds);
  const squads = new Map((await listSquadsByIds(db, squadIds)).map((squad) => [squad.id, squad]));
  return rows.map((row) => {
    const ofGame = <T extends { gameId: string }>(all: readonly T[]) => all.filter(({ gameId }) => gameId === row.id);
    const own = { sides: ofGame(sides), results: ofGame(results), players: ofGame(players) };
    const confirmation = ofGame(events).findLast(({ kind }) => kind === 'confirmed');
    const facts: GameFacts = {
      state: row.state,
      version: row.version,
      confirmedAt: row.confirmedAt,
      isUnanswered: confirmation?.side === null,
      results: own.results,
      sides: own.sides.map(
        ({ side, squadId }): SideFacts => ({
          side,
          captainId: (squadId && squads.get(squadId)?.captainId) || null,
          memberIds: roster.flatMap((member) => (member.squadId === squadId ? [member.userId] : [])),
          playerIds: own.players.flatMap((player) => (player.side === side ? (player.userId ?? []) : [])),
        }),
      ),
    };
    return { row, ...own, facts };
  });
}

/** People who may have played for a squad, with their names. `played`: who said that they'd come. */
export type EligiblePlayers = { names: Map<string, string>; playedIds: string[] };

/**
 * Lists who may have played for a squad in its session: everyone who said yes, with subs, and members who didn't say
 * no.
 */
export async function listEligibleOfSession(
  db: Db,
  { id, squadId }: { id: string; squadId: string },
): Promise<EligiblePlayers> {
  const answers = await listAnswers(db, [id]);
  const playedIds = answers.flatMap(({ userId, answer }) => (answer === 'yes' ? [userId] : []));
  const absentIds = answers.flatMap(({ userId, answer }) => (answer === 'no' ? [userId] : []));
  const memberIds = (await listRoster(db, [squadId])).map(({ userId }) => userId);
  return toEligible(db, playedIds, [...playedIds, ...memberIds.filter((userId) => !absentIds.includes(userId))]);
}

/** Lists who may have played for the squad on side 2: its members, and everyone in its own session at that time. */
async function listEligibleOfOpponent(db: Db, squadId: string, endedAt: Date): Promise<EligiblePlayers> {
  const period = { startedBy: endedAt, endedAfter: subtractMs(endedAt, SAME_GAME_MS) };
  const sessions = await listConfirmedSessions(db, squadId, period);
  const answers = await listAnswers(
    db,
    sessions.map(({ id }) => id),
  );
  const playedIds = [...new Set(answers.flatMap(({ userId, answer }) => (answer === 'yes' ? [userId] : [])))];
  const memberIds = (await listRoster(db, [squadId])).map(({ userId }) => userId);
  return toEligible(db, playedIds, [...playedIds, ...memberIds]);
}

async function toEligible(db: Db, playedIds: string[], ids: string[]): Promise<EligiblePlayers> {
  const people = await getPeople(db, ids);
  const names = new Map(
    ids.map((id) => [id, people.get(id)?.display_name ?? readerTranslator(messages.formerPlayer)] as const),
  );
  return { names, playedIds };
}

/** Lists who may be in a side's lineup. Players whom a version already lists stay eligible after they leave. */
export async function listEligible(db: Db, game: LoadedGame, number: SideNumber): Promise<EligiblePlayers> {
  const { row } = game;
  const side = game.sides.find((one) => one.side === number);
  const found =
    number === 1
      ? await listEligibleOfSession(db, { id: row.sessionId, squadId: row.squadId })
      : side?.squadId
        ? await listEligibleOfOpponent(db, side.squadId, row.endedAt!)
        : { names: new Map<string, string>(), playedIds: [] };
  const listedIds = game.facts.sides.find((one) => one.side === number)?.playerIds ?? [];
  const more = await toEligible(
    db,
    [],
    listedIds.filter((id) => !found.names.has(id)),
  );
  return { names: new Map([...found.names, ...more.names]), playedIds: found.playedIds };
}

/** Returns a side's lineup in a version; null if it lists no one. */
export function getLineup(game: LoadedGame, version: number, number: SideNumber): Lineup | null {
  const result = game.results.find((one) => one.version === version);
  const rows = game.players.filter((one) => one.version === version && one.side === number);
  const guests = (number === 1 ? result?.guests1 : result?.guests2) ?? 0;
  const players = rows.flatMap((row) => (row.userId ? [{ user_id: row.userId, box: queries.toBox(row) }] : []));
  return players.length === 0 ? null : { players, guests: guests + rows.length - players.length };
}

/** Guesses who played for a side that hasn't said so: everyone in its session, or the members. */
export function guessLineup({ names, playedIds }: EligiblePlayers, size: number): Lineup {
  const ids = playedIds.length > 0 ? playedIds : [...names.keys()];
  return { players: ids.slice(0, size).map((user_id) => ({ user_id, box: null })), guests: 0 };
}
