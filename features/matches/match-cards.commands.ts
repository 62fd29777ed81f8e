import { type SQL, sql } from 'drizzle-orm';
import { prepareStatementFor, toJsonList } from '../../db/prepared-statements.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Translator } from '../../messages/translator.ts';
import type { PageCursor } from '../../paging/page-cursor.ts';
import { type Deps, resolvePort } from '../../server/deps.ts';
import { toIso, toUtcMonday } from '../../time/instants.ts';
import { toTimePreferences } from '../../time/reader-times.ts';
import { computeValidUntil, createFactsCache } from './card-cache.rules.ts';
import { isLive } from './explanations.rules.ts';
import { createExplanationReader, formatMatchExplanation } from './explanations.wording.ts';
import { createWeekGridReader, listNextSessions } from './match-calendar.rules.ts';
import { listContacts } from './match-cards.rules.ts';
import { squadSessionPort } from './match-feedback/match-feedback.commands.ts';
import { selectFeedback } from './match-feedback/match-feedback.queries.ts';
import { isFeedbackOpen } from './match-feedback/match-feedback.rules.ts';
import type { Feedback } from './match-feedback/match-feedback.schema.ts';
import type { Teammate } from './match-messages.wording.ts';
import { matchSquadsSqlPort } from './match-squads.commands.ts';
import * as messages from './matches.messages.ts';
import {
  type MatchRow,
  type Person,
  type Seat,
  selectCurrentMatches,
  selectMatchesByIds,
  selectMembers,
  selectPeople,
  toMatchRow,
} from './matches.queries.ts';
import type { Match, MatchMember } from './matches.schema.ts';
import { parseAvailability } from './pool.rules.ts';
import { getRulesByVersion } from './rulebook/rulebook.commands.ts';
import { toShownParts } from './score-parts.rules.ts';

const SESSION_COUNT = 3;

type MatchCardFacts = {
  found: Record<string, unknown>[];
  people: Person[];
  seats: Seat[];
  squads: { id: string; match_id: string }[];
  said: (Feedback & { match_id: string })[];
  elsewhere: { id: string }[];
};

/**
 * Selects everything that match cards show, in one statement and as one string. Comparing two strings shows whether
 * anything has changed.
 */
function selectMatchFacts(deps: Deps, matches: SQL, { viewerId, now }: Record<'viewerId' | 'now', SQL>): SQL {
  const ids = sql`array(select id from page)`;
  const people = sql`array(select unnest(member_ids) from page union select ${viewerId}::uuid)`;
  const sessionsSql = sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', id, 'start', sessions -> 0 ->> 'start', 'end', sessions -> 0 ->> 'end')), '[]') from page)`;
  return sql`
    with page as materialized (${matches})
    select json_build_object(
             'found', ${toJsonList(sql`select * from page order by created_at desc, id desc`)},
             'people', ${toJsonList(selectPeople(people))}, 'seats', ${toJsonList(selectMembers(ids))},
             'squads', ${toJsonList(resolvePort(deps, matchSquadsSqlPort)(viewerId, ids))},
             'said', ${toJsonList(selectFeedback(viewerId, ids))},
             'elsewhere', ${toJsonList(resolvePort(deps, squadSessionPort).selectSquadSessions(sessionsSql, now))})::text as facts`;
}

type PageRequest = { viewerId: string; now: string; limit: number; beforeAt: string | null; beforeId: string | null };

const queryCurrentMatches = prepareStatementFor<Deps, PageRequest, { facts: string }>((parameters, deps) => {
  const { viewerId, limit, beforeAt, beforeId } = parameters;
  const now = sql`${parameters.now}::timestamptz`;
  return selectMatchFacts(deps, selectCurrentMatches(viewerId, now, { limit, beforeAt, beforeId }), { viewerId, now });
});

const queryMatchById = prepareStatementFor<Deps, { viewerId: string; now: string; id: string }, { facts: string }>(
  ({ viewerId, now, id }, deps) =>
    selectMatchFacts(deps, selectMatchesByIds(sql`array[${id}::uuid]`), { viewerId, now: sql`${now}::timestamptz` }),
);

type CardPage = { cards: Match[]; last: MatchRow | undefined };
const cardPageCache = createFactsCache<CardPage>();

/**
 * Returns one page of a player's matches as shown to them, with the last row if there are more. Most repeated reads
 * find no change, so cards are rebuilt only when a fact has changed or they expire.
 */
export async function listCurrentCards(
  deps: Deps,
  viewerId: string,
  { size, before }: { size: number; before: PageCursor | undefined },
): Promise<CardPage> {
  const [read] = await queryCurrentMatches(deps, deps.db, {
    viewerId,
    now: toIso(deps.now()),
    limit: size + 1,
    beforeAt: before?.at ?? null,
    beforeId: before?.id ?? null,
  });
  return cardPageCache.read(
    `${viewerId} ${readerTranslator.locale} ${before?.id}`,
    { facts: read!.facts, at: deps.now() },
    async () => {
      const facts: MatchCardFacts = JSON.parse(read!.facts);
      const rows = facts.found.slice(0, size).map(toMatchRow);
      const cards = await listMatchCards(deps, rows, facts, viewerId);
      return {
        value: { cards, last: facts.found.length > size ? rows.at(-1) : undefined },
        until: computeValidUntil(rows, cards, deps.now()),
      };
    },
  );
}

/** Returns one match as shown to a viewer. */
export async function getMatchCard(deps: Deps, id: string, viewerId: string): Promise<Match | undefined> {
  const [read] = await queryMatchById(deps, deps.db, { viewerId, now: toIso(deps.now()), id });
  const facts: MatchCardFacts = JSON.parse(read!.facts);
  const [card] = await listMatchCards(deps, facts.found.map(toMatchRow), facts, viewerId);
  return card;
}

/** Builds matches as shown to one viewer: members' cards, answers, week grids and next sessions. */
async function listMatchCards(deps: Deps, rows: MatchRow[], facts: MatchCardFacts, viewerId: string): Promise<Match[]> {
  if (rows.length === 0) return [];
  const now = deps.now();
  const { seats } = facts;
  const people = new Map(facts.people.map((person) => [person.id, person]));
  const rules = await getRulesByVersion(
    deps.db,
    rows.map((row) => row.rulesVersion),
  );
  const squads = new Map(facts.squads.map(({ id, match_id }) => [match_id, id]));
  const feedbackByMatch = new Map(facts.said.map(({ match_id, ...feedback }) => [match_id, feedback]));
  const matchIdsWithSquadSessions = new Set(facts.elsewhere.map(({ id }) => id));
  const zone = people.get(viewerId)?.timezone ?? 'UTC';
  const draw = createWeekGridReader(zone, toUtcMonday(now));
  const reader = createExplanationReader(viewerId, toTimePreferences(people.get(viewerId)), people);
  return rows.map((row) => {
    const members = row.memberIds.map((id): MatchMember => {
      const seat = seats.find((one) => one.matchId === row.id && one.userId === id);
      return toMemberCard(row, id, viewerId, { person: people.get(id), seat });
    });
    const hours = row.memberIds.map((id) => toAvailability(people.get(id)));
    const ownIndex = row.memberIds.indexOf(viewerId);
    return {
      id: row.id,
      type: row.type,
      score: row.score,
      status: row.status,
      member_ids: row.memberIds,
      position_coverage: row.positionCoverage,
      scheduled_overlap_minutes: row.scheduledOverlapMinutes,
      live: isLive(row.facts),
      explanation: formatMatchExplanation(readerTranslator, row, reader).join('\n'),
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      parts: hasNoScoreParts(row.parts)
        ? []
        : toShownParts(readerTranslator, row.parts, rules.get(row.rulesVersion)!.weights, isLive(row.facts)),
      my_response: members.find((member) => member.is_you)?.response ?? null,
      members,
      week:
        ownIndex < 0
          ? null
          : draw(
              hours[ownIndex]!,
              hours.filter((_, i) => i !== ownIndex),
            ),
      next_sessions: findUpcomingSessions(row, hours, now),
      squad_id: squads.get(row.id) ?? null,
      feedback_open:
        row.memberIds.includes(viewerId) && isFeedbackOpen(row, now) && !matchIdsWithSquadSessions.has(row.id),
      my_feedback: feedbackByMatch.get(row.id) ?? null,
    };
  });
}

/** Checks whether a score has no parts, as in live squads from earlier versions. */
const hasNoScoreParts = (parts: MatchRow['parts']) => Object.keys(parts).length === 0;

/** Returns the agreed sessions until they're over, then the next ones from the members' current hours. */
function findUpcomingSessions(row: MatchRow, hours: ReturnType<typeof toAvailability>[], now: Date) {
  const upcomingSessions = (row.sessions ?? []).filter((session) => Date.parse(session.end) > now.getTime());
  return upcomingSessions.length > 0 ? upcomingSessions : listNextSessions(hours, now, SESSION_COUNT);
}

const toAvailability = (person: Person | undefined) => ({
  timezone: person?.timezone ?? 'UTC',
  windows: parseAvailability(person?.availability ?? []),
});

function toMemberCard(
  row: MatchRow,
  id: string,
  viewerId: string,
  { person, seat }: { person: Person | undefined; seat: Seat | undefined },
): MatchMember {
  const isYou = id === viewerId;
  return {
    id,
    display_name: person?.display_name ?? readerTranslator(messages.formerPlayer),
    verified: person?.verified ?? false,
    avatar_path: person?.avatar_path ?? null,
    position: row.positions[id] ?? null,
    role: person?.role ?? null,
    platform: person?.platform ?? null,
    region: person?.region ?? null,
    timezone: person?.timezone ?? null,
    overall_rating: person?.overall_rating ?? null,
    competitive_level: person?.competitive_level ?? null,
    mic: person?.mic ?? false,
    is_you: isYou,
    substitute: row.substituteId === id,
    carried: seat?.carried ?? false,
    response: seat?.response ?? null,
    contacts: canSeeContacts(row, viewerId) && !isYou && person ? listContacts(person) : [],
  };
}

/** Contacts are shown only to members, and only once everyone has accepted. Admins see everything else. */
const canSeeContacts = (row: MatchRow, viewerId: string) => row.status === 'mutual' && row.memberIds.includes(viewerId);

/** Returns the members with the names used in messages and calendars. */
export function toTeammates(t: Translator, row: MatchRow, people: Map<string, Person>): Teammate[] {
  return row.memberIds.map((id) => {
    const person = people.get(id);
    return {
      id,
      name: person?.display_name ?? t(messages.formerPlayer),
      position: row.positions[id],
      contacts: person ? listContacts(person).map((contact) => `${contact.label} ${contact.value}`) : [],
    };
  });
}
