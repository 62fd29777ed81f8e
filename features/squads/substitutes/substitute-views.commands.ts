import type { Db } from '../../../db/database.ts';
import { readExplanation } from '../../../matcher/run.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Deps } from '../../../server/deps.ts';
import { toIso, toIsoOrNull } from '../../../time/instants.ts';
import { toTimePreferences } from '../../../time/reader-times.ts';
import { createExplanationReader, explainStoredFacts } from '../../matches/explanations.wording.ts';
import { listContacts } from '../../matches/match-cards.rules.ts';
import { getPeople, type Person as Player } from '../../matches/matches.queries.ts';
import { listHiddenIds } from '../../profiles/blocks/blocks.queries.ts';
import { toKnownZone } from '../../profiles/local-week.rules.ts';
import type { AnswerRow, SessionRow } from '../sessions/squad-sessions.queries.ts';
import { getAnswerDeadline, getCheckInStart, getJoinDeadline } from '../sessions/squad-sessions.rules.ts';
import * as messages from '../squads.messages.ts';
import type { OwnSquads } from '../squads.schema.ts';
import { isActiveSearch } from './substitute-seats.commands.ts';
import * as queries from './substitutes.queries.ts';
import {
  countMissing,
  findRequestEnd,
  getSeatOfferDeadline,
  getStateAt,
  listSeatsToOffer,
  MAX_INVITED,
} from './substitutes.rules.ts';
import type { ReplacementSearch, Substitute, SubstituteQuestion } from './substitutes.schema.ts';

type SquadFacts = { row: { size: number; captainId: string | null }; memberIds: readonly string[] };
export type SessionSeats = { stand_ins: Substitute[]; search: ReplacementSearch };

/** Returns invited and confirmed substitutes by session, as a squad member sees them. */
export async function listSessionSeats(
  deps: Deps,
  { row, memberIds }: SquadFacts,
  { sessions, answers, viewerId }: { sessions: SessionRow[]; answers: AnswerRow[]; viewerId: string },
): Promise<Map<string, SessionSeats>> {
  const ids = sessions.map(({ id }) => id);
  const live = await queries.listActiveSubstitutes(deps.db, ids);
  const searches = await queries.listSearches(deps.db, ids);
  const counts = await queries.countInvitedPlayers(deps.db, ids);
  const hiddenIds = await listHiddenIds(
    deps.db,
    viewerId,
    live.map(({ userId }) => userId),
  );
  const people = await getPeople(
    deps.db,
    live.map(({ userId }) => userId),
  );
  const now = deps.now();
  return new Map(
    sessions.map((session) => {
      const sessionAnswers = answers.filter(({ sessionId }) => sessionId === session.id);
      const active = live.filter((one) => one.sessionId === session.id && getStateAt(one, now) !== 'lapsed');
      const found = searches.find(({ sessionId }) => sessionId === session.id);
      const table = { size: row.size, memberIds, answers: sessionAnswers, stoodOnce: session.toldCount > 0 };
      const may = { isLead: row.captainId === viewerId, now };
      const looking = {
        table,
        search: isActiveSearch(found, session) ? found : undefined,
        askedCount: counts.get(session.id) ?? 0,
        queued: active.filter(isAskedInQueue),
      };
      const search = toSearchView(session, looking, may);
      // Substitutes who have become members since are listed with the members.
      const guests = active.filter((one) => !memberIds.includes(one.userId) && !isAskedInQueue(one));
      // People with a block between them don't see each other's names, even during a session.
      const getVisible = (userId: string) => (hiddenIds.includes(userId) ? undefined : people.get(userId));
      return [session.id, { stand_ins: guests.map((one) => toSubstituteView(one, getVisible(one.userId))), search }];
    }),
  );
}

/** Players in the queue stay unnamed until one of them takes the spot. */
const isAskedInQueue = ({ source, state }: queries.SubstituteRow) => source === 'queue' && state === 'asked';

type Looking = {
  table: Parameters<typeof listSeatsToOffer>[0];
  search: queries.SearchRow | undefined;
  askedCount: number;
  queued: readonly queries.SubstituteRow[];
};

function toSearchView(
  session: SessionRow,
  { table, search, askedCount, queued }: Looking,
  { isLead, now }: { isLead: boolean; now: Date },
): ReplacementSearch {
  const isOpen =
    !session.calledOffAt && getAnswerDeadline(session) > now && getSeatOfferDeadline(session, now) !== undefined;
  const all = listSeatsToOffer(table, true);
  const asksEveryone = search !== undefined && listSeatsToOffer(table, search.pressed) === all && !search.nobodyAt;
  return {
    missing: countMissing(table),
    offered: isOpen && search ? listSeatsToOffer(table, search.pressed) : 0,
    state: !isOpen || !search ? 'off' : !search.nobodyAt ? 'asking' : askedCount >= MAX_INVITED ? 'enough' : 'nobody',
    queue: queued[0] ? { asked: queued.length, until: toIso(queued[0].until) } : null,
    you_may_ask: isLead && isOpen && all > 0 && !asksEveryone && askedCount < MAX_INVITED,
    you_may_stop: isLead && isOpen && search !== undefined,
  };
}

const toSubstituteView = (row: queries.SubstituteRow, person: Player | undefined): Substitute => ({
  id: row.userId,
  display_name: person?.display_name ?? readerTranslator(messages.formerPlayer),
  avatar_path: person?.avatar_path ?? null,
  seat: row.seat,
  state: row.state === 'in' ? 'in' : 'asked',
  until: row.state === 'in' ? null : toIso(row.until),
  here_at: toIsoOrNull(row.hereAt),
  contacts: row.state === 'in' && person ? listContacts(person) : [],
});

/** Returns a user's sub offer for a session, as they see it; null when they were never invited. */
export async function toRequestView(
  db: Db,
  { session, size, userId }: { session: SessionRow; size: number; userId: string },
  now: Date,
): Promise<SubstituteQuestion | null> {
  const row = await queries.findRequest(db, session.id, userId);
  if (!row) return null;
  const overReason = findRequestEnd(row, session, now);
  const state = getStateAt(row, now);
  return {
    state: !overReason && (state === 'asked' || state === 'in') ? state : 'over',
    version: row.version,
    until: toIso(row.until),
    seat: row.seat,
    score: row.score,
    reasons: explainStoredFacts(readerTranslator, row.facts, row.reasons, await findReader(db, userId, row)),
    needed: size,
    check_in_from: toIso(getCheckInStart(session.startsAt)),
    you_may_leave: state === 'in' && getJoinDeadline(session) > now,
    said: overReason ? readerTranslator(overReason) : null,
  };
}

/**
 * Returns the reader that an offer's explanation is written for. Hides the names of players separated from them by a
 * block.
 */
async function findReader(db: Db, userId: string, { facts }: queries.SubstituteRow) {
  const ids = readExplanation(facts)?.members ?? [];
  const hiddenIds = await listHiddenIds(db, userId, ids);
  const people = await getPeople(db, [userId, ...ids.filter((id) => !hiddenIds.includes(id))]);
  return createExplanationReader(userId, toTimePreferences(people.get(userId)), people);
}

/** Returns current and upcoming sessions that a user is subbing in for or invited to sub in for. */
export async function listOwnSubstitutions(deps: Deps, userId: string): Promise<OwnSquads['stand_ins']> {
  const now = deps.now();
  const rows = await queries.listSubstitutions(deps.db, userId, { since: now });
  const zone = toKnownZone((await getPeople(deps.db, [userId])).get(userId)?.timezone ?? 'UTC');
  return rows
    .filter(({ row, session }) => findRequestEnd(row, session, now) === undefined)
    .map(({ row, session, squad }) => ({
      session_id: session.id,
      squad_name: squad.name,
      crest_seed: squad.crestSeed,
      starts_at: toIso(session.startsAt),
      ends_at: toIso(session.endsAt),
      zone,
      state: row.state === 'in' ? 'in' : 'asked',
      until: toIso(row.until),
    }));
}
