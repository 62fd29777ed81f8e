import { randomInt } from 'node:crypto';
import { blockedWords } from '../../content/blocked-words.ts';
import { paths } from '../../content/paths.ts';
import { type Db, withDeadlockRetry } from '../../db/database.ts';
import { lazyText, type Translatable } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Translator } from '../../messages/translator.ts';
import { formatPageCursor, parsePageCursor } from '../../paging/page-cursor.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs, toIso, toUtcMonday } from '../../time/instants.ts';
import { consumeUserLimit } from '../accounts/rate-limits.commands.ts';
import { isLive } from '../matches/explanations.rules.ts';
import { createWeekGridReader, listNextSessions } from '../matches/match-calendar.rules.ts';
import { getMatchCard } from '../matches/match-cards.commands.ts';
import { listContacts } from '../matches/match-cards.rules.ts';
import { matchCalendar } from '../matches/match-messages.wording.ts';
import { findMatch, getPeople, type Person as Player } from '../matches/matches.queries.ts';
import { createGroupKey } from '../matches/matches.rules.ts';
import type { Session } from '../matches/matches.schema.ts';
import { parseAvailability } from '../matches/pool.rules.ts';
import { findBlockedWord } from '../moderation/blocked-words.rules.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import { FORMAT_FACTS, formatOfSize } from '../profiles/group-formats.schema.ts';
import { toKnownZone } from '../profiles/local-week.rules.ts';
import { leaveThread } from '../threads/thread-members.commands.ts';
import { countUnread, listReadableThreads } from '../threads/threads.queries.ts';
import { RETENTION_DAYS, RETENTION_MS } from '../threads/threads.rules.ts';
import {
  deleteInvitationsTo,
  listInvitationsFor,
  listInvitedPlayers,
} from './invitations/squad-invitations.queries.ts';
import { ROSTER_MAX } from './invitations/squad-invitations.schema.ts';
import { getLiveNow } from './live-now/live-now.commands.ts';
import { countResults } from './live-now/live-now.queries.ts';
import { toQuestions } from './session-feedback/session-feedback.commands.ts';
import { listLastPlayed } from './session-feedback/session-feedback.queries.ts';
import { findCalendarPath } from './sessions/squad-calendars.commands.ts';
import { getRunBackOffer } from './sessions/squad-run-back.commands.ts';
import {
  cancelAllSessions,
  getSessionsFile,
  listSessionCards,
  withdrawAnswers,
} from './sessions/squad-sessions.commands.ts';
import { CREST_COUNT } from './squad-creation.commands.ts';
import {
  countLine,
  createSquadMessage,
  describePageOff,
  formatNewCaptain,
  nameMember,
} from './squad-messages.wording.ts';
import * as messages from './squads.messages.ts';
import * as queries from './squads.queries.ts';
import { chooseNextCaptain, findTransferProblem, getPastSquadReason, REASON_LINES } from './squads.rules.ts';
import type { LeaveReason, LeftReason, OwnSquads, PastSquads, SquadMember, SquadRoom } from './squads.schema.ts';
import { removeAllGuests } from './substitutes/substitute-seats.commands.ts';
import { listOwnSubstitutions } from './substitutes/substitute-views.commands.ts';

const PAST_SHOWN = 10;
const SESSION_COUNT = 3;
const SESSIONS_SHOWN = 5;

/** Returns the caller's squads, invitations and sub offers, and the first page of their past squads. */
export async function listSquads(deps: Deps, actor: Person): Promise<OwnSquads> {
  const rows = await queries.listSquads(deps.db, actor.userId);
  const ids = rows.map((row) => row.id);
  const unread = await countUnread(deps.db, actor.userId, 'squad', ids);
  const roster = await queries.listRoster(deps.db, ids);
  const people = await getPeople(
    deps.db,
    roster.map((member) => member.userId),
  );
  const invitations = await listInvitationsFor(deps.db, actor.userId);
  return {
    invitations: invitations.map((one) => ({
      ...one,
      inviter_name: one.inviter_name ?? readerTranslator(messages.unknownInviter),
      full: one.members >= ROSTER_MAX,
      created_at: toIso(one.created_at),
    })),
    stand_ins: await listOwnSubstitutions(deps, actor.userId),
    calendar_path: await findCalendarPath(deps.db, { userId: actor.userId, squadId: null }),
    squads: rows.map((row) => ({
      id: row.id,
      name: row.name,
      crest_seed: row.crestSeed,
      size: row.size,
      created_at: row.createdAt.toISOString(),
      you_lead: row.captainId === actor.userId,
      page_path: getPagePath(row),
      unread: unread.get(row.id) ?? 0,
      members: roster
        .filter((member) => member.squadId === row.id)
        .map(({ userId }) => ({
          id: userId,
          display_name: nameMember(readerTranslator, people, userId),
          avatar_path: people.get(userId)?.avatar_path ?? null,
        })),
    })),
    past: await listPastSquads(deps, actor, undefined),
  };
}

/**
 * Returns one page of the squads that the caller used to be in.
 * @throws Refusal invalid for a malformed cursor
 */
export async function listPastSquads(deps: Deps, actor: Person, before: string | undefined): Promise<PastSquads> {
  const place = before === undefined ? undefined : parsePageCursor(before);
  if (before !== undefined && !place) throw new Refusal('invalid', messages.pastPageNotFound, 'before');
  const rows = await queries.listPastSquads(deps.db, actor.userId, { limit: PAST_SHOWN + 1, before: place });
  const page = rows.slice(0, PAST_SHOWN);
  const last = page.at(-1);
  const ids = page.map(({ squad }) => squad.id);
  const formerMates = await queries.listFormerSquadmates(deps.db, actor.userId, ids);
  const readable = await listReadableThreads(deps.db, actor.userId, 'squad', ids);
  const people = await getPeople(deps.db, [...formerMates.values()].flat());
  return {
    past: page.map(({ squad, leftAt, leftReason }) => ({
      id: squad.id,
      name: squad.name,
      crest_seed: squad.crestSeed,
      created_at: toIso(squad.createdAt),
      left_at: toIso(leftAt),
      ended: squad.endedAt !== null,
      reason: readerTranslator(getPastSquadReason(leftReason)),
      messages_until: squad.endedAt && readable.has(squad.id) ? addMs(squad.endedAt, RETENTION_MS).toISOString() : null,
      others: (formerMates.get(squad.id) ?? []).map((id) => nameMember(readerTranslator, people, id)),
    })),
    next: rows.length > PAST_SHOWN && last ? formatPageCursor({ at: toIso(last.leftAt), id: last.squad.id }) : null,
  };
}

/**
 * Returns a squad's room for its members.
 * @throws Refusal not_found for everyone else, and when the squad has ended
 */
export async function getSquad(deps: Deps, actor: Person, id: string): Promise<SquadRoom> {
  const row = await queries.findMemberSquad(deps.db, id, actor.userId);
  if (!row) throw new Refusal('not_found', messages.squadNotFound);
  const { roster, memberIds, people } = await loadRosterWithPeople(deps.db, row.id);
  const now = deps.now();
  const hours = roster.map(({ userId }) => toAvailability(people.get(userId)));
  const ownIndex = roster.findIndex(({ userId }) => userId === actor.userId);
  const isAlone = roster.length < 2;
  const zone = toKnownZone(hours[ownIndex]!.timezone);
  const draw = createWeekGridReader(zone, toUtcMonday(now));
  return {
    id: row.id,
    name: row.name,
    crest_seed: row.crestSeed,
    size: row.size,
    rev: row.rev,
    created_at: row.createdAt.toISOString(),
    you_lead: row.captainId === actor.userId,
    members: roster.map((member) => toMemberCard(row, member, people.get(member.userId), actor.userId)),
    invited: await listInvitedPlayers(deps.db, row.id),
    link_path: row.captainId === actor.userId && row.linkToken ? paths.squadLink(row.linkToken) : null,
    page_path: getPagePath(row),
    you_are_shown: roster[ownIndex]!.shown,
    zone,
    week: isAlone ? null : draw(hours[ownIndex]!, hours.toSpliced(ownIndex, 1)),
    live_now: await getLiveNow(deps, { row, roster }, actor.userId),
    live_match: await findLiveMatch(deps, row, memberIds, actor.userId),
    next_sessions: isAlone ? [] : await findUpcomingSessions(deps, row, { memberIds, hours }),
    calendar_path: await findCalendarPath(deps.db, { userId: actor.userId, squadId: row.id }),
    sessions: await listSessionCards(deps, { row, memberIds, people }, actor.userId),
    run_back: await getRunBackOffer(deps, row, { isAlone, zone }),
    questions: await toQuestions(deps, row.id, actor.userId),
    evenings: await listPlayedSessions(deps.db, row.id),
  };
}

async function listPlayedSessions(db: Db, squadId: string): Promise<SquadRoom['evenings']> {
  const { played, last } = await listLastPlayed(db, squadId, SESSIONS_SHOWN);
  const results = await countResults(
    db,
    last.map(({ id }) => id),
  );
  return { played, last: last.map((one) => ({ ...one, ...(results.get(one.id) ?? { won: 0, lost: 0 }) })) };
}

const getPagePath = ({ id, pageSince }: queries.SquadRow) => (pageSince === null ? null : paths.squadPage(id));

export async function loadRosterWithPeople(db: Db, squadId: string) {
  const roster = await queries.listRoster(db, [squadId]);
  const memberIds = roster.map((member) => member.userId);
  return { roster, memberIds, people: await getPeople(db, memberIds) };
}

const toAvailability = (person: Player | undefined) => ({
  timezone: person?.timezone ?? 'UTC',
  windows: parseAvailability(person?.availability ?? []),
});

/**
 * Returns the match behind a squad from the live queue; null for other squads, and once the members have changed.
 * Explanations use this match, because the members agreed on one session and not on weekly availability.
 */
async function findLiveMatch(
  deps: Deps,
  row: queries.SquadRow,
  memberIds: readonly string[],
  viewerId: string,
): Promise<SquadRoom['live_match']> {
  const match = row.matchId ? await findMatch(deps.db, row.matchId) : undefined;
  if (!match || !isLive(match.facts) || createGroupKey(match.memberIds) !== createGroupKey(memberIds)) return null;
  const card = await getMatchCard(deps, match.id, viewerId);
  return card ? { score: card.score, parts: card.parts, explanation: card.explanation } : null;
}

/**
 * Returns the squad's next times: upcoming times from the match, as long as the squad has the same members, and other
 * times from the members' current availability.
 */
async function findUpcomingSessions(
  deps: Deps,
  row: queries.SquadRow,
  { memberIds, hours }: { memberIds: readonly string[]; hours: ReturnType<typeof toAvailability>[] },
): Promise<Session[]> {
  const now = deps.now();
  const match = row.matchId ? await findMatch(deps.db, row.matchId) : undefined;
  const isSameGroup = match && createGroupKey(match.memberIds) === createGroupKey(memberIds);
  const upcomingSessions = (isSameGroup ? (match.sessions ?? []) : []).filter(
    (session) => Date.parse(session.end) > now.getTime(),
  );
  const more = listNextSessions(hours, now, SESSION_COUNT).filter(
    (time) => !upcomingSessions.some((one) => one.start < time.end && one.end > time.start),
  );
  return [...upcomingSessions, ...more]
    .sort((one, other) => one.start.localeCompare(other.start))
    .slice(0, SESSION_COUNT);
}

function toMemberCard(
  row: queries.SquadRow,
  member: queries.MemberRow,
  person: Player | undefined,
  viewerId: string,
): SquadMember {
  const isYou = member.userId === viewerId;
  return {
    id: member.userId,
    display_name: person?.display_name ?? readerTranslator(messages.formerPlayer),
    avatar_path: person?.avatar_path ?? null,
    position: member.position ?? person?.role ?? null,
    platform: person?.platform ?? null,
    region: person?.region ?? null,
    overall_rating: person?.overall_rating ?? null,
    mic: person?.mic ?? false,
    captain: member.userId === row.captainId,
    is_you: isYou,
    joined_at: member.joinedAt.toISOString(),
    contacts: isYou || !person ? [] : listContacts(person),
  };
}

/**
 * Returns the squad's sessions as an iCalendar file, or the members' shared availability if no session is proposed. A
 * session announced in the match keeps its UID.
 * @throws Refusal not_found for non-members, conflict when there's nothing upcoming
 */
export async function getSquadCalendar(deps: Deps, actor: Person, id: string): Promise<string> {
  const room = await getSquad(deps, actor, id);
  const squadRow = await queries.findMemberSquad(deps.db, id, actor.userId);
  const sessionsFile = squadRow && (await getSessionsFile(deps, squadRow, actor.userId));
  if (sessionsFile) return sessionsFile;
  if (room.next_sessions.length === 0) throw new Refusal('conflict', messages.noUpcomingSessions);
  const team = room.members.map((member) => ({
    id: member.id,
    name: member.display_name,
    position: member.position ?? undefined,
    contacts: [],
  }));
  const { type } = FORMAT_FACTS[formatOfSize(room.size)];
  return matchCalendar(readerTranslator, { id: squadRow?.matchId ?? id, type, sessions: room.next_sessions }, team, {
    origin: deps.env.origin,
    now: deps.now(),
  });
}

async function lockMemberSquad(tx: Db, actor: Person, id: string): Promise<queries.ActiveSquad> {
  const row = await queries.lockSquadOf(tx, id, actor.userId);
  if (!row) throw new Refusal('not_found', messages.squadNotFound);
  return row;
}

/**
 * Returns the squad the caller captains, for checks before a change.
 * @throws Refusal as `lockCaptainSquad`
 */
export async function requireCaptainSquad(db: Db, actor: Person, id: string): Promise<queries.SquadRow> {
  const row = await queries.findMemberSquad(db, id, actor.userId);
  if (!row) throw new Refusal('not_found', messages.squadNotFound);
  if (row.captainId !== actor.userId) throw new Refusal('forbidden', messages.captainOnly);
  return row;
}

/**
 * Locks and returns the squad the caller captains.
 * @throws Refusal not_found for non-members, forbidden for members who aren't the captain
 */
export async function lockCaptainSquad(tx: Db, actor: Person, id: string): Promise<queries.ActiveSquad> {
  const row = await lockMemberSquad(tx, actor, id);
  if (row.captainId !== actor.userId) throw new Refusal('forbidden', messages.captainOnly);
  return row;
}

/**
 * Lets the captain rename the squad or redraw its crest.
 * @throws Refusal when the caller isn't the captain, or the name contains a blocked word
 */
export async function updateSquadStyle(
  deps: Deps,
  actor: Person,
  id: string,
  { name, newCrest }: { name?: string | undefined; newCrest: boolean },
): Promise<void> {
  if (name && findBlockedWord(name, blockedWords)) throw new Refusal('invalid', messages.nameNotAllowed, 'name');
  await consumeUserLimit(deps, 'squadWords', actor.userId, (wait) => lazyText(messages.tooManyChanges, { wait }));
  await withDeadlockRetry(deps.db, async (tx) => {
    const row = await lockCaptainSquad(tx, actor, id);
    const isRenamed = name !== undefined && name !== row.name;
    if (!isRenamed && !newCrest) return;
    const rev = await queries.changeSquad(tx, id, {
      ...(isRenamed ? { name } : {}),
      ...(newCrest ? { crestSeed: randomInt(CREST_COUNT) } : {}),
    });
    if (!isRenamed) return;
    const { memberIds } = await loadRosterWithPeople(tx, id);
    const title = lazyText(messages.renamedTitle, { oldName: row.name, newName: name });
    const notice = { title, lines: [messages.renamedByCaptain] };
    const others = memberIds.filter((userId) => userId !== actor.userId);
    await enqueueNotifications(
      tx,
      deps,
      others.map((userId) => ({ userId, write: (t) => createSquadMessage(t, { id, name, rev }, notice) })),
    );
  });
}

/**
 * Lets the captain make another member the captain.
 * @throws Refusal when the caller isn't the captain, or the other player isn't in the squad
 */
export async function transferCaptaincy(deps: Deps, actor: Person, id: string, toId: string): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const row = await lockMemberSquad(tx, actor, id);
    const { memberIds, people } = await loadRosterWithPeople(tx, id);
    const problem = findTransferProblem({ captainId: row.captainId, memberIds }, actor.userId, toId);
    if (problem) throw new Refusal(row.captainId === actor.userId ? 'conflict' : 'forbidden', problem);
    const rev = await queries.changeSquad(tx, id, { captainId: toId, linkToken: null });
    await enqueueNotifications(
      tx,
      deps,
      memberIds
        .filter((userId) => userId !== actor.userId)
        .map((userId) => {
          const message = userId === toId ? messages.captainOfTitle : messages.newCaptainTitle;
          const title = lazyText(message, { squad: row.name });
          const write = (t: Translator) => {
            const lines = [formatNewCaptain(nameMember(t, people, toId), userId === toId)];
            return createSquadMessage(t, { ...row, rev }, { title, lines });
          };
          return { userId, write };
        }),
    );
  });
}

/**
 * Leaves a squad. If the captain leaves, the longest-serving member becomes captain. The squad ends when the last
 * member leaves.
 * @throws Refusal not_found when the caller isn't in the squad
 */
export async function leaveSquad(deps: Deps, actor: Person, id: string, reason: LeaveReason): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const row = await lockMemberSquad(tx, actor, id);
    await removeFromRoster(tx, deps, row, { userId: actor.userId, reason, reasonText: REASON_LINES[reason] });
  });
}

/** Removes a member from the roster of a locked squad and notifies the remaining members. */
export async function removeFromRoster(
  tx: Db,
  deps: Deps,
  row: queries.ActiveSquad,
  { userId, reason, reasonText }: { userId: string; reason: LeftReason; reasonText: Translatable | undefined },
): Promise<void> {
  const { memberIds, people } = await loadRosterWithPeople(tx, row.id);
  const captainId = chooseNextCaptain({ captainId: row.captainId, memberIds }, userId);
  const now = deps.now();
  await queries.markLeft(tx, row.id, [userId], { reason, now });
  await withdrawAnswers(tx, deps, row, userId);
  await leaveThread(tx, deps, { kind: 'squad', subjectId: row.id }, [userId]);
  if (!captainId) {
    await deleteInvitationsTo(tx, row.id);
    await removeAllGuests(tx, deps, row.id);
  }
  // The captain is responsible for the public page, so it's turned off when the captain is banned. The next captain can
  // turn it on again.
  const turnsPageOff = !captainId || (reason === 'banned' && captainId !== row.captainId);
  const rev = await queries.changeSquad(tx, row.id, {
    captainId,
    endedAt: captainId ? null : now,
    // A join link names its inviter, so it ends when the captain changes. An ended squad's link still says that the
    // squad has ended.
    ...(captainId && captainId !== row.captainId ? { linkToken: null } : {}),
    ...(turnsPageOff ? { pageSince: null } : {}),
  });
  const remainingIds = memberIds.filter((id) => id !== userId);
  await enqueueNotifications(
    tx,
    deps,
    remainingIds.map((id) => ({
      userId: id,
      write: (t) => {
        const getName = (other: string) => nameMember(t, people, other);
        const lead =
          captainId && captainId !== row.captainId ? formatNewCaptain(getName(captainId), id === captainId) : undefined;
        const pageOffMessage = turnsPageOff && row.pageSince ? describePageOff(id === captainId) : undefined;
        const lines = [reasonText, lead, pageOffMessage, countLine(remainingIds.length)];
        const title = lazyText(messages.memberLeftTitle, { name: getName(userId), squad: row.name });
        return createSquadMessage(t, { ...row, rev }, { title, lines });
      },
    })),
  );
}

/**
 * Ends the squad for everyone, on behalf of its captain.
 * @throws Refusal when the caller isn't the captain
 */
export async function endSquad(deps: Deps, actor: Person, id: string): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const row = await lockCaptainSquad(tx, actor, id);
    const { memberIds, people } = await loadRosterWithPeople(tx, id);
    const now = deps.now();
    await queries.markLeft(tx, id, memberIds, { reason: 'ended', now });
    await cancelAllSessions(tx, deps, row);
    await removeAllGuests(tx, deps, id);
    await deleteInvitationsTo(tx, id);
    // Members stay in the chat, which is closed and kept for a while, because their agreements may still matter.
    const rev = await queries.changeSquad(tx, id, { captainId: null, pageSince: null, endedAt: now });
    const write = (t: Translator) =>
      createSquadMessage(
        t,
        { ...row, rev },
        {
          title: lazyText(messages.squadEndedTitle, { squad: row.name }),
          lines: [
            lazyText(messages.endedByCaptain, { name: nameMember(t, people, actor.userId) }),
            lazyText(messages.squadEndedHint, { days: RETENTION_DAYS }),
          ],
          out: true,
        },
      );
    await enqueueNotifications(
      tx,
      deps,
      memberIds.filter((userId) => userId !== actor.userId).map((userId) => ({ userId, write })),
    );
  });
}
