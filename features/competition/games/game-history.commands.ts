import type { Db } from '../../../db/database.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { formatPageCursor, parsePageCursor } from '../../../paging/page-cursor.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toIso } from '../../../time/instants.ts';
import { getPeople, type Person as Player } from '../../matches/matches.queries.ts';
import { listHiddenIds } from '../../profiles/blocks/blocks.queries.ts';
import { findPublicProfile } from '../../profiles/profiles.queries.ts';
import { findSquadWithPage } from '../../squads/public-page/squad-pages.queries.ts';
import { nameMember } from '../../squads/squad-messages.wording.ts';
import { findMemberSquad, listRoster } from '../../squads/squads.queries.ts';
import * as messages from '../competition.messages.ts';
import { type LoadedGame, loadGames } from './game-facts.commands.ts';
import { type HistorySubject, listHistory, listTeammates } from './game-history.queries.ts';
import type { GameHistory, HistoryItem, HistoryQuery } from './game-history.schema.ts';
import { findSideOf } from './games.rules.ts';
import type { SideNumber } from './games.schema.ts';

const PAGE_SIZE = 10;
const TEAMMATES_SHOWN = 20;

/**
 * Lists the games that a player played and that count. Only players themselves can filter by teammate.
 * @throws Refusal not_found for players the caller can't see, invalid for a malformed cursor
 */
export async function listPlayerGames(
  deps: Deps,
  actor: Person,
  userId: string,
  query: HistoryQuery,
): Promise<GameHistory> {
  const isOwn = actor.userId === userId;
  if (!isOwn && !(await findPublicProfile(deps.reads, userId, actor.userId))) {
    throw new Refusal('not_found', messages.playerNotFound);
  }
  const filter = isOwn ? query : { ...query, with: undefined };
  const teammateIds = isOwn ? await listTeammates(deps.reads, userId, TEAMMATES_SHOWN) : [];
  return readHistory(deps, actor, { userId }, { query: filter, teammateIds });
}

/**
 * Lists a squad's games that count, for its members.
 * @throws Refusal not_found for everyone else, invalid for a malformed cursor
 */
export async function listSquadGames(
  deps: Deps,
  actor: Person,
  squadId: string,
  query: HistoryQuery,
): Promise<GameHistory> {
  if (!(await findMemberSquad(deps.db, squadId, actor.userId))) {
    throw new Refusal('not_found', messages.squadNotFound);
  }
  const roster = await listRoster(deps.db, [squadId]);
  const teammateIds = roster.map(({ userId }) => userId);
  return readHistory(deps, actor, { squadId }, { query, teammateIds });
}

async function readHistory(
  deps: Deps,
  { userId: viewerId }: Person,
  subject: HistorySubject,
  { query, teammateIds }: { query: HistoryQuery; teammateIds: readonly string[] },
): Promise<GameHistory> {
  const before = query.before === undefined ? undefined : parsePageCursor(query.before);
  if (query.before !== undefined && !before) throw new Refusal('invalid', messages.historyPageNotFound, 'before');
  const filter = { mode: query.mode, withId: query.with, before, limit: PAGE_SIZE + 1 };
  const rows = await listHistory(deps.db, subject, filter);
  const page = rows.slice(0, PAGE_SIZE);
  const games = await loadGames(
    deps.db,
    page.map(({ game }) => game),
  );
  const ids = [...teammateIds, ...games.flatMap(({ players }) => players.flatMap(({ userId }) => userId ?? []))];
  const people = await getPeople(deps.db, ids);
  for (const id of await listHiddenIds(deps.db, viewerId, [...new Set(ids)])) people.delete(id);
  const items: HistoryItem[] = [];
  for (const [index, game] of games.entries()) {
    const context = { side: page[index]!.side, viewerId, people, subject };
    items.push(await toItem(deps.db, game, context, deps.now()));
  }
  const last = page.at(-1)?.game;
  return {
    games: items,
    next: rows.length > PAGE_SIZE && last ? formatPageCursor({ at: toIso(last.endedAt!), id: last.id }) : null,
    teammates: teammateIds.flatMap((id) => {
      const person = people.get(id);
      return person ? [{ id, display_name: person.display_name }] : [];
    }),
  };
}

type ItemContext = {
  side: SideNumber;
  viewerId: string;
  people: Map<string, Player>;
  subject: HistorySubject;
};

async function toItem(
  db: Db,
  game: LoadedGame,
  { side, viewerId, people, subject }: ItemContext,
  now: Date,
): Promise<HistoryItem> {
  const { row } = game;
  const result = game.results.find(({ version }) => version === row.version)!;
  const scores = side === 1 ? [result.score1, result.score2] : [result.score2, result.score1];
  const isInGame = findSideOf(game.facts.sides, viewerId) !== undefined;
  const opponent = game.sides.find((one) => one.side !== side);
  const isNamed = opponent && (isInGame || (opponent.squadId && (await findSquadWithPage(db, opponent.squadId, now))));
  const subjectId = 'userId' in subject ? subject.userId : undefined;
  const mates = game.players.filter(
    (player) => player.version === row.version && player.side === side && player.userId !== subjectId,
  );
  return {
    id: row.id,
    open: isInGame,
    ended_at: toIso(row.endedAt!),
    mode: row.mode,
    best_of: row.bestOf,
    outcome: result.winner === 0 ? 'tied' : result.winner === side ? 'won' : 'lost',
    own_score: scores[0] ?? null,
    other_score: scores[1] ?? null,
    opponent: isNamed ? opponent.squadName : null,
    teammates: isInGame ? mates.map(({ userId }) => nameMember(readerTranslator, people, userId ?? '')) : [],
  };
}
