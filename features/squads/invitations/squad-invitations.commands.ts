import { randomBytes } from 'node:crypto';
import { paths } from '../../../content/paths.ts';
import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import { lazyText, type Translatable, translate } from '../../../messages/lazy-text.ts';
import { mention } from '../../../messages/mentions.ts';
import type { Message } from '../../../messages/message.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Actor, Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toUtcDay } from '../../../time/instants.ts';
import { lockAccount } from '../../accounts/account-views.queries.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { findInvitableName } from '../../matches/parties/parties.queries.ts';
import { isAccessDenied, requireAccess } from '../../moderation/access-policy.commands.ts';
import { ACCESS_POLICY } from '../../moderation/access-policy.rules.ts';
import { enqueueNotification, enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { isBlockedAmong, listHiddenIds } from '../../profiles/blocks/blocks.queries.ts';
import { joinThread } from '../../threads/thread-members.commands.ts';
import { countLine, createSquadMessage, nameMember } from '../squad-messages.wording.ts';
import { loadRosterWithPeople, lockCaptainSquad, requireCaptainSquad } from '../squads.commands.ts';
import * as messages from '../squads.messages.ts';
import { type ActiveSquad, changeSquad, lockSquad, upsertMember } from '../squads.queries.ts';
import { promoteSubstitute } from '../substitutes/substitute-departures.commands.ts';
import * as queries from './squad-invitations.queries.ts';
import { findInviteProblem, SQUAD_FULL } from './squad-invitations.rules.ts';
import { type InvitablePlayers, ROSTER_MAX, type SquadLink } from './squad-invitations.schema.ts';

const MAX_FOUND = 8;
const createToken = () => randomBytes(12).toString('base64url');

/**
 * Finds players whose name matches the captain's search.
 * @throws Refusal not_found for anyone outside the squad, forbidden for members who aren't the captain
 */
export async function findPlayers(deps: Deps, actor: Person, id: string, text: string): Promise<InvitablePlayers> {
  await requireCaptainSquad(deps.db, actor, id);
  const found = await queries.findPlayersByName(deps.db, id, { text, now: deps.now(), limit: MAX_FOUND });
  return {
    players: found.map(({ invited, member, ...player }) => ({
      ...player,
      state: member ? 'member' : invited ? 'invited' : 'open',
    })),
  };
}

/**
 * Invites a player on behalf of the captain. Idempotent while the invitation is open.
 * @throws Refusal if the caller isn't the captain or invited too many players this hour, if the squad is full, or if
 * the player can't be invited
 */
export async function inviteToSquad(deps: Deps, actor: Person, id: string, userId: string): Promise<void> {
  if (userId === actor.userId) throw new Refusal('invalid', messages.inviteYourself, 'user_id');
  await requireCaptainSquad(deps.db, actor, id);
  // A request without effect doesn't count toward the limit.
  if (!(await loadInvitingRoster(deps.db, deps, id, userId))) return;
  await consumeUserLimit(deps, 'squadInvitations', actor.userId, (wait) =>
    lazyText(messages.tooManyInvitations, { wait }),
  );
  const now = deps.now();
  await withDeadlockRetry(deps.db, async (tx) => {
    const row = await lockCaptainSquad(tx, actor, id);
    const roster = await loadInvitingRoster(tx, deps, id, userId);
    if (!roster) return;
    const { memberIds, people } = roster;
    await queries.insertInvitation(tx, { squadId: id, userId, invitedBy: actor.userId, createdAt: now });
    const captain = people.get(actor.userId)?.display_name;
    await enqueueNotification(tx, deps, {
      userId,
      write: (t) => ({
        kind: 'squad',
        title: t(messages.invitedTitle, {
          name: mention(actor.userId, captain) ?? t(messages.unknownInviter),
          squad: row.name,
        }),
        lines: [t(messages.squadBenefits, { members: memberIds.length }), t(messages.invitedHint)],
        link: { label: t(messages.seeInvitation), path: paths.squadInvitation(id) },
        // Prevents email spam by inviting, withdrawing and inviting again.
        dedupeKey: `squad-invitation:${id}:${toUtcDay(now)}`,
      }),
    });
  });
}

/**
 * Returns the roster of a squad about to invite a player; undefined if the player is already invited.
 * @throws Refusal conflict when the squad is full or the player can't be invited
 */
async function loadInvitingRoster(db: Db, deps: Deps, squadId: string, userId: string) {
  if (await queries.isInvited(db, squadId, userId)) return undefined;
  const roster = await loadRosterWithPeople(db, squadId);
  const { memberIds } = roster;
  const problem = findInviteProblem({ memberIds, userId }, (await queries.listInvitedPlayers(db, squadId)).length);
  if (problem) throw new Refusal('conflict', problem);
  if (!(await findInvitableName(db, userId, deps.now())) || (await isBlockedAmong(db, userId, memberIds))) {
    // Blocked, banned and hidden players get the same message, so the captain doesn't learn which one applies.
    throw new Refusal('conflict', messages.inviteNotPossible);
  }
  return roster;
}

/**
 * Withdraws an invitation on behalf of the captain; does nothing when there is none.
 * @throws Refusal not_found for anyone outside the squad, forbidden for members who aren't the captain
 */
export async function withdrawSquadInvitation(deps: Deps, actor: Person, id: string, userId: string): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    await lockCaptainSquad(tx, actor, id);
    await queries.deleteInvitation(tx, id, userId);
  });
}

/**
 * Creates a join link, or turns it off if `isOn` is false. The previous link stops working.
 * @throws Refusal not_found for anyone outside the squad, forbidden for members who aren't the captain
 */
export async function changeSquadLink(deps: Deps, actor: Person, id: string, isOn: boolean): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    await lockCaptainSquad(tx, actor, id);
    await changeSquad(tx, id, { linkToken: isOn ? createToken() : null });
  });
}

/**
 * Accepts or declines an invitation. Accepting is idempotent.
 * @throws Refusal when the invitation is no longer open, the squad is full, or the player isn't allowed to join squads
 * now
 */
export async function answerSquadInvitation(deps: Deps, actor: Person, id: string, isAccepted: boolean): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    if (isAccepted) await requireCanJoin(tx, deps, actor.userId, messages.unpublishedForInvitation);
    const row = await lockSquad(tx, id);
    const isInvited = row && (await queries.isInvited(tx, id, actor.userId));
    const { memberIds } = await loadRosterWithPeople(tx, id);
    if (row && isAccepted && memberIds.includes(actor.userId)) return;
    if (!isInvited) throw new Refusal('conflict', messages.invitationGone);
    if (isAccepted) await addToSquad(tx, deps, row, { userId: actor.userId, otherMessage: messages.invitationGone });
    else await queries.deleteInvitation(tx, id, actor.userId);
  });
}

/**
 * Returns the squad behind a join link and, for signed-in players, whether they can join.
 * @throws Refusal not_found when the link doesn't work, the squad has ended, or a block separates the player from a
 * member, without revealing which
 */
export async function getSquadLink(deps: Deps, actor: Actor | undefined, token: string): Promise<SquadLink> {
  const row = await queries.findSquadByLink(deps.db, token);
  if (!row) throw new Refusal('not_found', messages.linkGone);
  if (!row.captainId) throw new Refusal('not_found', messages.squadEnded);
  const { memberIds, people } = await loadRosterWithPeople(deps.db, row.id);
  if (actor && (await isBlockedAmong(deps.db, actor.userId, memberIds))) {
    throw new Refusal('not_found', messages.linkGone);
  }
  const state = await getLinkState(deps, actor, memberIds);
  const sentence = LINK_STATE_MESSAGES[state];
  return {
    name: row.name,
    crest_seed: row.crestSeed,
    members: memberIds.length,
    inviter_name: nameMember(readerTranslator, people, row.captainId),
    inviter_avatar: people.get(row.captainId)?.avatar_path ?? null,
    state,
    sentence: sentence && translate(readerTranslator, sentence),
    squad_id: state === 'joined' ? row.id : null,
  };
}

const LINK_STATE_MESSAGES: Record<SquadLink['state'], Translatable | null> = {
  open: null,
  joined: messages.alreadyMember,
  full: SQUAD_FULL,
  banned: ACCESS_POLICY.squads.refusal!,
  hidden: messages.unpublishedForLink,
};

async function getLinkState(
  deps: Deps,
  actor: Actor | undefined,
  memberIds: readonly string[],
): Promise<SquadLink['state']> {
  if (actor && memberIds.includes(actor.userId)) return 'joined';
  if (actor && (await isAccessDenied(deps.db, deps, actor.userId, 'squads'))) return 'banned';
  if (memberIds.length >= ROSTER_MAX) return 'full';
  if (actor && !(await findInvitableName(deps.db, actor.userId, deps.now()))) return 'hidden';
  return 'open';
}

/**
 * Joins a squad by link; idempotent.
 * @returns the id of the squad
 * @throws Refusal when the link no longer works, the squad is full, or the player isn't allowed to join squads now
 */
export async function joinSquadByLink(deps: Deps, actor: Person, token: string): Promise<string> {
  await consumeUserLimit(deps, 'squadWords', actor.userId, (wait) => lazyText(messages.tooManyChanges, { wait }));
  return withDeadlockRetry(deps.db, async (tx) => {
    await requireCanJoin(tx, deps, actor.userId, messages.unpublishedForLink);
    const found = await queries.findSquadByLink(tx, token);
    if (!found) throw new Refusal('not_found', messages.linkGone);
    const row = await lockSquad(tx, found.id);
    if (!row) throw new Refusal('not_found', messages.squadEnded);
    if (row.linkToken !== token) throw new Refusal('not_found', messages.linkGone);
    await addToSquad(tx, deps, row, { userId: actor.userId, otherMessage: messages.linkGone });
    return row.id;
  });
}

/**
 * Locks the account of a player about to join, so that a concurrent ban, deletion or unpublishing happens entirely
 * before or after the join.
 * @param hiddenMessage the message for players whose profile isn't published
 * @throws Refusal when a ban, an account deletion or an unpublished profile prevents joining
 */
async function requireCanJoin(tx: Db, deps: Deps, userId: string, hiddenMessage: Message): Promise<void> {
  await lockAccount(tx, userId);
  await requireAccess(tx, deps, userId, 'squads');
  if (!(await findInvitableName(tx, userId, deps.now()))) throw new Refusal('forbidden', hiddenMessage);
}

/** Deletes the invitations of players who have a block with a new member, which frees the spots they held. */
async function deleteBlockedInvitations(tx: Db, squadId: string, userId: string): Promise<void> {
  const invitedIds = (await queries.listInvitedPlayers(tx, squadId)).map((one) => one.id);
  for (const id of await listHiddenIds(tx, userId, invitedIds)) await queries.deleteInvitation(tx, squadId, id);
}

/** Adds a player to a locked squad if there's room and no block prevents it, and notifies the other members. */
async function addToSquad(
  tx: Db,
  deps: Deps,
  row: ActiveSquad,
  { userId, otherMessage }: { userId: string; otherMessage: Message },
): Promise<void> {
  const { memberIds } = await loadRosterWithPeople(tx, row.id);
  if (memberIds.includes(userId)) return;
  if (await isBlockedAmong(tx, userId, memberIds)) throw new Refusal('conflict', otherMessage);
  if (memberIds.length >= ROSTER_MAX) throw new Refusal('conflict', SQUAD_FULL);
  const seat = await queries.findInvitedSeat(tx, row.id, userId);
  const now = deps.now();
  await upsertMember(tx, row.id, { userId, position: seat }, now);
  await queries.deleteInvitation(tx, row.id, userId);
  await deleteBlockedInvitations(tx, row.id, userId);
  await joinThread(tx, deps, { kind: 'squad', subjectId: row.id }, [userId]);
  await promoteSubstitute(tx, deps, row, userId);
  const completesSquad = row.wholeSince === null && memberIds.length + 1 >= row.size;
  const rev = await changeSquad(tx, row.id, completesSquad ? { wholeSince: now } : {});
  const { people } = await loadRosterWithPeople(tx, row.id);
  const write = (t: Translator) => {
    const title = lazyText(messages.memberJoinedTitle, { name: nameMember(t, people, userId), squad: row.name });
    return createSquadMessage(t, { ...row, rev }, { title, lines: [countLine(memberIds.length + 1)] });
  };
  await enqueueNotifications(
    tx,
    deps,
    memberIds.map((id) => ({ userId: id, write })),
  );
}
