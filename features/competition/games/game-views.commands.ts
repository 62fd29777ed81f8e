import { translate } from '../../../messages/lazy-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toIso, toIsoOrNull } from '../../../time/instants.ts';
import { getPeople, type Person as Player } from '../../matches/matches.queries.ts';
import { listHiddenIds } from '../../profiles/blocks/blocks.queries.ts';
import { toKnownZone } from '../../profiles/local-week.rules.ts';
import { findSession } from '../../squads/sessions/squad-sessions.queries.ts';
import { nameMember } from '../../squads/squad-messages.wording.ts';
import { findMemberSquad } from '../../squads/squads.queries.ts';
import * as messages from '../competition.messages.ts';
import { findOwnGame } from './game-access.commands.ts';
import { signEvidence } from './game-evidence.commands.ts';
import {
  type EligiblePlayers,
  type LoadedGame,
  listEligible,
  listEligibleOfSession,
  loadGame,
  loadGames,
} from './game-facts.commands.ts';
import * as queries from './games.queries.ts';
import { findReportWindowProblem, findSideOf, getNextNumber, listActions } from './games.rules.ts';
import type { DisputedGame, Game, SessionGames } from './games.schema.ts';

const DISPUTES_SHOWN = 50;

/** Who reads a game. Moderators see everyone's name, and can't act as a player. */
type Viewer = { userId: string; isModerator?: boolean };

/**
 * Returns a game to one of its players or a member of its squads.
 * @throws Refusal not_found for everyone else
 */
export async function getGame(deps: Deps, actor: Person, id: string): Promise<Game> {
  const [view] = await toViews(deps, [await findOwnGame(deps.db, actor, id)], actor);
  return view!;
}

/**
 * Lists the games of a session for its players and its squad, and says whether another one can be reported.
 * @throws Refusal not_found for everyone else
 */
export async function listSessionGames(deps: Deps, { userId }: Person, sessionId: string): Promise<SessionGames> {
  const session = await findSession(deps.db, sessionId);
  const eligible = session && (await listEligibleOfSession(deps.db, session));
  const isMember = session && (await findMemberSquad(deps.db, session.squadId, userId));
  if (!session || !eligible || !(isMember || eligible.playedIds.includes(userId))) {
    throw new Refusal('not_found', messages.gameSessionNotFound);
  }
  const rows = await queries.listGamesOfSession(deps.db, sessionId);
  const closed =
    isMember || eligible.playedIds.includes(userId) ? findReportWindowProblem(session, deps.now()) : undefined;
  const games = await toViews(deps, await loadGames(deps.db, rows), { userId });
  const open = games.find(({ state }) => state === 'started');
  return {
    games,
    next_number: closed ? null : (open?.number ?? getNextNumber(games)),
    closed: closed ? translate(readerTranslator, closed) : null,
    eligible: toChoices(eligible, userId),
  };
}

/** Lists the games that wait for a moderator, with their flags. */
export async function listDisputes(deps: Deps, { userId }: Person): Promise<DisputedGame[]> {
  const rows = await queries.listDisputedGames(deps.db, DISPUTES_SHOWN);
  return toDisputes(deps, await loadGames(deps.db, rows), userId);
}

/** Returns any game with its flags to a moderator. @throws Refusal not_found when there's no such game */
export async function getGameAsModerator(deps: Deps, { userId }: Person, id: string): Promise<DisputedGame> {
  const row = await queries.findGame(deps.db, id);
  if (!row) throw new Refusal('not_found', messages.gameNotFound);
  const [dispute] = await toDisputes(deps, [await loadGame(deps.db, row)], userId);
  return dispute!;
}

async function toDisputes(deps: Deps, games: LoadedGame[], userId: string): Promise<DisputedGame[]> {
  const views = await toViews(deps, games, { userId, isModerator: true });
  const flags = await queries.listFlags(
    deps.db,
    games.map(({ row }) => row.id),
  );
  return views.map((game) => ({
    game,
    flags: flags.flatMap(({ gameId, kind, count }) => (gameId === game.id ? [{ kind, count }] : [])),
  }));
}

async function toViews(deps: Deps, games: readonly LoadedGame[], viewer: Viewer): Promise<Game[]> {
  if (games.length === 0) return [];
  const ids = games.map(({ row }) => row.id);
  const events = await queries.listEvents(deps.db, ids);
  const evidence = await queries.listEvidence(deps.db, ids);
  const userIds = [
    viewer.userId,
    ...games.flatMap(({ players }) => players.map(({ userId }) => userId)),
    ...games.flatMap(({ results }) => results.map(({ reportedBy }) => reportedBy)),
    ...[...events, ...evidence].map(({ userId }) => userId),
  ].filter((id) => id !== null);
  const people = await getPeople(deps.db, userIds);
  // People with a block between them don't see each other's names.
  const hiddenIds = viewer.isModerator ? [] : await listHiddenIds(deps.db, viewer.userId, [...new Set(userIds)]);
  for (const id of hiddenIds) people.delete(id);
  const views: Game[] = [];
  for (const game of games) {
    const own = {
      events: events.filter(({ gameId }) => gameId === game.row.id),
      evidence: evidence.filter(({ gameId }) => gameId === game.row.id),
    };
    views.push(await toView(deps, game, { ...own, people, viewer }));
  }
  return views;
}

type ViewContext = {
  events: queries.EventRow[];
  evidence: queries.EvidenceRow[];
  people: Map<string, Player>;
  viewer: Viewer;
};

async function toView(deps: Deps, game: LoadedGame, context: ViewContext): Promise<Game> {
  const { row, facts } = game;
  const { people, viewer } = context;
  const { userId } = viewer;
  const name = (id: string | null) => nameMember(readerTranslator, people, id ?? '');
  const ownSide = viewer.isModerator ? undefined : findSideOf(facts.sides, userId);
  const can = viewer.isModerator ? NO_ACTIONS : listActions(facts, userId, deps.now());
  const isActing = Object.values(can).includes(true);
  return {
    id: row.id,
    session_id: row.sessionId,
    number: row.number,
    mode: row.mode,
    best_of: row.bestOf,
    state: row.state,
    version: row.version,
    started_at: toIsoOrNull(row.startedAt),
    ended_at: toIsoOrNull(row.endedAt),
    due_at: toIsoOrNull(row.dueAt),
    confirmed_at: toIsoOrNull(row.confirmedAt),
    zone: toKnownZone(people.get(userId)?.timezone ?? 'UTC'),
    sides: game.sides.map(({ side, squadId, squadName, crestSeed }) => ({
      side,
      squad_id: squadId,
      name: squadName,
      crest_seed: crestSeed,
      yours: side === ownSide,
    })),
    your_side: ownSide ?? null,
    results: game.results.map((result) => toResultView(game, result, context)),
    events: context.events.map((event) => ({
      kind: event.kind,
      by: describeActor(event, name),
      side: event.side,
      version: event.version,
      note: event.note,
      at: toIso(event.createdAt),
    })),
    evidence: await Promise.all(
      context.evidence.map(async (one) => ({
        id: one.id,
        side: one.side,
        url: await signEvidence(deps, one.objectName),
        by: name(one.userId),
        at: toIso(one.createdAt),
      })),
    ),
    can,
    eligible: isActing && ownSide ? toChoices(await listEligible(deps.db, game, ownSide), userId) : [],
  };
}

const NO_ACTIONS = { confirm: false, dispute: false, correct: false, attach: false };

/** Returns who did something: a player, or no one for moderators and for what happens automatically. */
const describeActor = ({ side, userId }: queries.EventRow, name: (id: string | null) => string): string | null =>
  side === null ? null : name(userId);

function toResultView({ players }: LoadedGame, result: queries.ResultRow, { people, viewer }: ViewContext) {
  return {
    version: result.version,
    side: result.side,
    reported_by: nameMember(readerTranslator, people, result.reportedBy ?? ''),
    reported_by_you: result.reportedBy === viewer.userId,
    reported_at: toIso(result.reportedAt),
    winner: result.winner,
    score_1: result.score1,
    score_2: result.score2,
    guests_1: result.guests1,
    guests_2: result.guests2,
    players: players
      .filter(({ version }) => version === result.version)
      .map((player) => ({
        side: player.side,
        id: player.userId,
        display_name: nameMember(readerTranslator, people, player.userId ?? ''),
        avatar_path: (player.userId && people.get(player.userId)?.avatar_path) || null,
        is_you: player.userId === viewer.userId,
        box: queries.toBox(player),
      })),
  };
}

const toChoices = ({ names, playedIds }: EligiblePlayers, userId: string): Game['eligible'] =>
  [...names].map(([id, display_name]) => ({
    id,
    display_name,
    is_you: id === userId,
    played: playedIds.includes(id),
  }));
