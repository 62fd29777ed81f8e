import type { Db } from '../../db/database.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { formatPageCursor, type PageCursor, parsePageCursor } from '../../paging/page-cursor.ts';
import type { Actor, AfterCommit, Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIso } from '../../time/instants.ts';
import { requireAccess } from '../moderation/access-policy.commands.ts';
import { isAdmin } from '../moderation/admins.queries.ts';
import { DELIVER_JOB, enqueueNotifications } from '../notifications/notifications.commands.ts';
import { listNextSessions } from './match-calendar.rules.ts';
import { getMatchCard, listCurrentCards, toTeammates } from './match-cards.commands.ts';
import { notifyMatchConfirmed } from './match-confirmations.commands.ts';
import { createEndedMessage, matchCalendar } from './match-messages.wording.ts';
import { publishMatchConfirmed } from './match-squads.commands.ts';
import * as messages from './matches.messages.ts';
import {
  closeMatches,
  findMatch,
  getAnswers,
  getPeople,
  isBlockedInMatch,
  listAcceptedInOrder,
  listMembers,
  lockMatch,
  lockOpenMatches,
  lockOverdueMatches,
  type MatchRow,
  restoreWaitCount,
  selectLatestMatches,
  upsertAnswer,
} from './matches.queries.ts';
import { type Answers, applyAnswer, needsReplacement, orderLeadersFirst } from './matches.rules.ts';
import type { Match, MatchResponse } from './matches.schema.ts';
import { listLeaders } from './parties/parties.queries.ts';
import { parseAvailability } from './pool.rules.ts';

const PAGE_SIZE = 50;
const LATEST_COUNT = 50;
const OVERDUE_BATCH = 200;
const SESSION_COUNT = 3;

/** The job kind that offers the open seat of a declined squad to replacements. */
export const REPLACEMENT_JOB = 'rescue-match';

/** Returns one page of the viewer's matches, newest first, without declined ones. */
export async function listMatches(deps: Deps, actor: Actor, before: string | undefined) {
  const { cards, last } = await listCurrentCards(deps, actor.userId, {
    size: PAGE_SIZE,
    before: before ? toCursor(before) : undefined,
  });
  return { matches: cards, next: last ? formatPageCursor({ at: toIso(last.createdAt), id: last.id }) : null };
}

function toCursor(word: string): PageCursor {
  const place = parsePageCursor(word);
  if (!place) {
    throw new Refusal('invalid', messages.matchesListMoved, 'before');
  }
  return { at: toIso(place.at), id: place.id };
}

/**
 * Returns one match as shown to a member.
 * @throws Refusal not_found for everyone except members and admins
 */
export async function getMatch(deps: Deps, actor: Actor, id: string): Promise<Match> {
  const row = await findMatch(deps.db, id);
  if (!row) throw new Refusal('not_found', messages.matchNotFound);
  await requireVisible(deps.db, row, actor.userId);
  const card = await getMatchCard(deps, id, actor.userId);
  if (!card) throw new Refusal('not_found', messages.matchNotFound);
  return card;
}

/** Throws unless the user may see the match: members who have no block with another member, and admins. */
async function requireVisible(db: Db, row: MatchRow, userId: string): Promise<void> {
  const isOwnMatch = row.memberIds.includes(userId);
  if (isOwnMatch && !(await isBlockedInMatch(db, row.id, userId))) return;
  if (!isOwnMatch && (await isAdmin(db, userId))) return;
  throw new Refusal('not_found', messages.matchNotFound);
}

/**
 * Records a member's answer. The match is locked, so when the last two members accept at once, exactly one of them
 * makes it mutual. Messages are written in the same transaction.
 * @throws Refusal not_found for users who may not see the match, forbidden for admins who aren't members, conflict when
 * it has ended
 */
export async function respondToMatch(deps: Deps, actor: Actor, id: string, action: MatchResponse): Promise<Match> {
  const after = await deps.db.transaction(async (tx) => {
    const row = await lockMatch(tx, id);
    if (!row) throw new Refusal('not_found', messages.matchNotFound);
    await requireVisible(tx, row, actor.userId);
    if (!row.memberIds.includes(actor.userId)) throw new Refusal('forbidden', messages.notMember);
    if (action === 'accept') await requireAccess(tx, deps, actor.userId, 'proposals');
    const answers = await getAnswers(tx, id);
    const step = applyAnswer({ ...row, answers }, actor.userId, action, deps.now());
    if (step.kind === 'refused') throw new Refusal('conflict', step.reason);
    if (step.kind === 'repeated') return;
    await upsertAnswer(tx, id, actor.userId, { action, now: deps.now() });
    if (step.status === 'mutual') return confirmMatch(tx, deps, row);
    if (step.status === 'declined') await declineMatch(tx, deps, row, { ...answers, [actor.userId]: action });
  });
  await after?.();
  return getMatch(deps, actor, id);
}

async function confirmMatch(tx: Db, deps: Deps, row: MatchRow): Promise<AfterCommit> {
  const people = await getPeople(tx, row.memberIds);
  const availability = row.memberIds.map((id) => {
    const person = people.get(id);
    return { timezone: person?.timezone ?? 'UTC', windows: parseAvailability(person?.availability ?? []) };
  });
  const sessions = listNextSessions(availability, deps.now(), SESSION_COUNT);
  await closeMatches(tx, [row.id], { status: 'mutual', endedBy: 'accepted', sessions }, deps.now());
  const acceptedIds = await listAcceptedInOrder(tx, row.id);
  const memberIds = orderLeadersFirst(acceptedIds, await listLeaders(tx, acceptedIds));
  const { squadId, after } = await publishMatchConfirmed(tx, deps, { ...row, memberIds });
  await notifyMatchConfirmed(tx, deps, row, { people, sessions, squadId });
  return after;
}

async function declineMatch(tx: Db, deps: Deps, row: MatchRow, answers: Answers): Promise<void> {
  await closeMatches(tx, [row.id], { status: 'declined', endedBy: 'declined' }, deps.now());
  const declinedIds = row.memberIds.filter((id) => answers[id] === 'decline');
  await restoreWaitCount(tx, [row.id], declinedIds, deps.now());
  const members = await listMembers(tx, [row.id]);
  const carriedIds = members.filter((member) => member.carried).map((member) => member.userId);
  if (needsReplacement({ ...row, answers, carriedIds })) {
    // The job sends the other members one message: about the replacement, or that there's no replacement.
    await deps.jobs.send(REPLACEMENT_JOB, { matchId: row.id }, { tx, key: row.id });
    return;
  }
  await notifyMatchEnded(tx, deps, row, { why: 'declined', except: declinedIds });
}

/** Notifies the members who didn't end the match that it's canceled. */
export async function notifyMatchEnded(
  tx: Db,
  deps: Deps,
  row: MatchRow,
  { why, except }: { why: 'declined' | 'banned' | 'left' | 'parted' | 'unpublished'; except: readonly string[] },
): Promise<void> {
  const others = row.memberIds.filter((id) => !except.includes(id));
  await enqueueNotifications(
    tx,
    deps,
    others.map((userId) => ({ userId, write: (t) => createEndedMessage(t, row, why) })),
  );
}

/**
 * Sends a mutual match's messages from the outbox. Idempotent: each member gets one message.
 * @returns the number of members who get the message
 */
export async function notifyMatch(deps: Deps, actor: Actor, id: string): Promise<{ notified: number }> {
  const row = await findMatch(deps.db, id);
  if (!row?.memberIds.includes(actor.userId)) throw new Refusal('not_found', messages.matchNotFound);
  if (row.status !== 'mutual') throw new Refusal('conflict', messages.notAcceptedByAll);
  await deps.jobs.send(DELIVER_JOB, {});
  return { notified: row.memberIds.length };
}

/**
 * Returns the next sessions of a mutual match as an iCalendar file.
 * @throws Refusal conflict until everyone has accepted
 */
export async function getMatchCalendar(deps: Deps, actor: Actor, id: string): Promise<string> {
  const row = await findMatch(deps.db, id);
  if (!row) throw new Refusal('not_found', messages.matchNotFound);
  await requireVisible(deps.db, row, actor.userId);
  if (row.status !== 'mutual') throw new Refusal('conflict', messages.calendarTooEarly);
  const card = await getMatch(deps, actor, id);
  const team = toTeammates(readerTranslator, row, await getPeople(deps.db, row.memberIds));
  return matchCalendar(readerTranslator, { ...row, sessions: card.next_sessions }, team, {
    origin: deps.env.origin,
    now: deps.now(),
  });
}

/**
 * Ends expired matches, in batches to keep transactions short.
 * @returns the number of ended matches
 */
export async function expireMatches(deps: Deps, signal: AbortSignal): Promise<number> {
  let endedCount = 0;
  while (!signal.aborted) {
    const batch = await deps.db.transaction((tx) => expireBatch(tx, deps));
    endedCount += batch;
    if (batch < OVERDUE_BATCH) break;
  }
  return endedCount;
}

async function expireBatch(tx: Db, deps: Deps): Promise<number> {
  const rows = await lockOverdueMatches(tx, deps.now(), OVERDUE_BATCH);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  const members = await listMembers(tx, ids);
  await closeMatches(tx, ids, { status: 'expired', endedBy: 'deadline' }, deps.now());
  for (const row of rows) {
    const silentIds = members.filter((one) => one.matchId === row.id && !one.response).map((one) => one.userId);
    await restoreWaitCount(tx, [row.id], silentIds, deps.now());
    await enqueueNotifications(
      tx,
      deps,
      row.memberIds.map((userId) => ({
        userId,
        write: (t) => createEndedMessage(t, row, silentIds.includes(userId) ? 'silent' : 'deadline'),
      })),
    );
  }
  return rows.length;
}

/**
 * Ends the open matches that include both players, in the transaction that creates a block. To everyone except the
 * blocker, it looks like any other decline, so that it doesn't reveal the block.
 */
export async function closeProposalsBetween(
  tx: Db,
  deps: Deps,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  await withdrawMatch(tx, deps, await lockOpenMatches(tx, blockerId, blockedId), {
    endedBy: 'parted',
    except: [blockerId],
  });
}

/**
 * Ends all open matches of a player who was banned, requested account deletion or unpublished their profile, in the
 * same transaction. The other members are notified of the reason.
 * @returns the number of ended matches
 */
export async function closePlayerProposals(
  tx: Db,
  deps: Deps,
  userId: string,
  endedBy: 'banned' | 'left' | 'unpublished',
): Promise<number> {
  const rows = await lockOpenMatches(tx, userId);
  await withdrawMatch(tx, deps, rows, { endedBy, except: [userId] });
  return rows.length;
}

async function withdrawMatch(
  tx: Db,
  deps: Deps,
  rows: MatchRow[],
  { endedBy, except }: { endedBy: 'banned' | 'left' | 'parted' | 'unpublished'; except: string[] },
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  await closeMatches(tx, ids, { status: 'expired', endedBy }, deps.now());
  // A player who blocks someone did nothing wrong, so their waiting count is restored too.
  await restoreWaitCount(tx, ids, endedBy === 'parted' ? [] : except, deps.now());
  for (const row of rows) await notifyMatchEnded(tx, deps, row, { why: endedBy, except });
}

/** Lists the newest 50 matches, of all players or only of some, for admins. */
export async function listLatestMatches(deps: Deps, playerIds?: readonly string[]) {
  const rows = await selectLatestMatches(deps.db, LATEST_COUNT, playerIds);
  return rows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt.toISOString() }));
}
