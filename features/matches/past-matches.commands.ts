import { readerTranslator } from '../../messages/reader-translator.ts';
import { formatPageCursor, parsePageCursor } from '../../paging/page-cursor.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIso } from '../../time/instants.ts';
import { formatPastMatchReason } from './match-messages.wording.ts';
import * as messages from './matches.messages.ts';
import { getPeople } from './matches.queries.ts';
import type { PastMatches } from './matches.schema.ts';
import { queryPastMatches } from './past-matches.queries.ts';

const PAGE_SIZE = 10;

/**
 * Returns one page of the caller's past matches, except those with a block in either direction.
 * @throws Refusal invalid for an unknown page cursor
 */
export async function listPastMatches(deps: Deps, actor: Person, before: string | undefined): Promise<PastMatches> {
  const place = before === undefined ? undefined : parsePageCursor(before);
  if (before !== undefined && !place) {
    throw new Refusal('invalid', messages.matchesListMoved, 'before');
  }
  const rows = await queryPastMatches(deps.db, actor.userId, deps.now(), { limit: PAGE_SIZE + 1, before: place });
  const page = rows.slice(0, PAGE_SIZE);
  const lastRow = page.at(-1);
  const people = await getPeople(
    deps.db,
    page.flatMap(({ match }) => match.memberIds),
  );
  return {
    matches: page.map(({ match, endedAt, mine }) => ({
      id: match.id,
      type: match.type,
      score: match.score,
      created_at: toIso(match.createdAt),
      ended_at: toIso(endedAt),
      reason: formatPastMatchReason(readerTranslator, match.endedBy, mine),
      others: match.memberIds
        .filter((id) => id !== actor.userId)
        .map((id) => ({
          id,
          display_name: people.get(id)?.display_name ?? readerTranslator(messages.formerPlayer),
          avatar_path: people.get(id)?.avatar_path ?? null,
        })),
    })),
    next:
      rows.length > PAGE_SIZE && lastRow
        ? formatPageCursor({ at: toIso(lastRow.endedAt), id: lastRow.match.id })
        : null,
  };
}
