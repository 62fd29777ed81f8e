import { randomBytes } from 'node:crypto';
import { paths } from '../../../content/paths.ts';
import { type Db, isUniqueViolation, withDeadlockRetry } from '../../../db/database.ts';
import { lazyText, type Translatable, translate } from '../../../messages/lazy-text.ts';
import { mention } from '../../../messages/mentions.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { type AfterCommit, type Deps, type Person, publishEvent, resolvePort } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toUtcDay } from '../../../time/instants.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { requireAccess } from '../../moderation/access-policy.commands.ts';
import { type DenyingEvent, getEndReason } from '../../moderation/access-policy.rules.ts';
import { enqueueNotification, enqueueNotifications } from '../../notifications/notifications.commands.ts';
import type { MessageAction } from '../../notifications/notifications.schema.ts';
import { isBlockedAmong, listHiddenIds } from '../../profiles/blocks/blocks.queries.ts';
import { listNotLooking } from '../looking/looking.commands.ts';
import { partySquadsPort } from '../match-squads.commands.ts';
import * as messages from '../matches.messages.ts';
import { orderLeadersFirst } from '../matches.rules.ts';
import { toPlayerConstraints } from '../pool.rules.ts';
import { partyFormed } from './formed-parties.events.ts';
import { partyJoined } from './joined-parties.events.ts';
import { partyLeft } from './left-parties.events.ts';
import * as queries from './parties.queries.ts';
import { describeObstacle, describePartyStatus, findMatchingObstacle, listPartyLookingKinds } from './parties.rules.ts';
import { INVITED_MAX, type OwnParty, type Party, type PartyLink } from './parties.schema.ts';
import { PARTY_MAX } from './party-size.schema.ts';

const MATCHES = paths.matches;
const PARTY_FULL = lazyText(messages.partyHasMaximum, { max: PARTY_MAX });
const createToken = () => randomBytes(12).toString('base64url');

/** Returns the caller's party and their open invitations. */
export async function getParty(deps: Deps, actor: Person): Promise<OwnParty> {
  const row = await queries.findPartyOfUser(deps.db, actor.userId);
  return {
    party: row ? await toPartyCard(deps, row, actor.userId) : null,
    invitations: await queries.listInvitations(deps.db, actor.userId),
  };
}

async function toPartyCard(deps: Deps, row: queries.PartyRow, viewerId: string): Promise<Party> {
  const all = await queries.listPartyMembers(deps.db, row.id, deps.now());
  const memberStatuses = await listMemberStatuses(deps.db, deps, all);
  const toText = (text: Translatable) => translate(readerTranslator, text);
  const members = memberStatuses.map((member) => ({
    id: member.id,
    display_name: member.display_name,
    avatar_path: member.avatar_path,
    role: member.role,
    platform: member.platform,
    leader: member.id === row.leader_id,
    is_you: member.id === viewerId,
    waits: member.obstacle && toText(describeObstacle(member.display_name, member.obstacle)),
  }));
  const invitedMembers = all.filter((member) => member.status === 'invited');
  const squads = await resolvePort(deps, partySquadsPort)(deps.db, viewerId, [row.id]);
  return {
    id: row.id,
    you_lead: row.leader_id === viewerId,
    members,
    invited: invitedMembers.map(({ id, display_name, avatar_path }) => ({ id, display_name, avatar_path })),
    link_path: paths.party(row.link_token),
    queues: members.length > 1 && memberStatuses.every(({ obstacle }) => obstacle === null),
    squad_id: squads.get(row.id) ?? null,
    sentences: describePartyStatus(memberStatuses).map(toText),
  };
}

/** Lists the joined members, each with the reason why the party has to wait for them. */
async function listMemberStatuses(db: Db, deps: Deps, all: readonly queries.MemberRow[]) {
  const joinedMembers = all.filter((member) => member.status === 'joined');
  const ids = joinedMembers.map(({ id }) => id);
  const { notLooking: not } = toPlayerConstraints([], [], await listNotLooking(db, deps, ids));
  const members = joinedMembers.map((member) => ({ ...member, not_looking: not.get(member.id) }));
  const kinds = listPartyLookingKinds(members);
  return members.map((member) => ({ ...member, obstacle: findMatchingObstacle(member, kinds) }));
}

/** Returns the caller's party, creating one if needed. */
async function findOrCreateParty(tx: Db, deps: Deps, userId: string): Promise<queries.PartyRow> {
  const found = await queries.lockPartyOf(tx, userId);
  if (found) return found;
  const token = createToken();
  const id = await queries.insertParty(tx, userId, token, deps.now());
  await queries.upsertMember(tx, id, userId, { status: 'joined', now: deps.now() });
  return { id, leader_id: userId, link_token: token };
}

/**
 * When a user joins two parties at once, the slower transaction fails with a unique violation. Turns that into a
 * refusal.
 */
const refuseDuplicateJoin = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'party_members_one')) throw error;
    throw new Refusal('conflict', messages.alreadyInOtherParty);
  });

async function loadRoster(tx: Db, deps: Deps, partyId: string) {
  const all = await queries.listPartyMembers(tx, partyId, deps.now());
  const members = all.filter((member) => member.status === 'joined');
  return { all, joined: members, joinedIds: members.map((member) => member.id) };
}

/** Starts a party of one with a link for others to join. */
export async function startParty(deps: Deps, actor: Person): Promise<void> {
  await refuseDuplicateJoin(deps.db.transaction((tx) => findOrCreateParty(tx, deps, actor.userId)));
}

/**
 * Invites a player to the caller's party. The first invitation creates the party.
 * @throws Refusal if the caller isn't the leader or invited too many players this hour, if the party is full, or if the
 * player can't be invited
 */
export async function inviteToParty(deps: Deps, actor: Person, userId: string): Promise<void> {
  if (userId === actor.userId) throw new Refusal('invalid', messages.invitedYourself, 'user_id');
  await consumeUserLimit(deps, 'partyInvitations', actor.userId, (wait) =>
    lazyText(messages.invitedTooOften, { wait }),
  );
  const now = deps.now();
  await refuseDuplicateJoin(
    deps.db.transaction(async (tx) => {
      const party = await findOrCreateParty(tx, deps, actor.userId);
      if (party.leader_id !== actor.userId) throw new Refusal('forbidden', messages.leaderOnly);
      const { all, joined, joinedIds } = await loadRoster(tx, deps, party.id);
      if (all.some((member) => member.id === userId)) return;
      if (joined.length >= PARTY_MAX) throw new Refusal('conflict', PARTY_FULL);
      if (all.length - joined.length >= INVITED_MAX) {
        throw new Refusal('conflict', lazyText(messages.invitationsAtMaximum, { max: INVITED_MAX }));
      }
      const name = await queries.findInvitableName(tx, userId, now);
      if (!name || (await isBlockedAmong(tx, userId, joinedIds))) {
        throw new Refusal('conflict', messages.playerNotInvitable);
      }
      await queries.upsertMember(tx, party.id, userId, { status: 'invited', now });
      const leader = joined.find((member) => member.id === actor.userId)?.display_name;
      await enqueueNotification(tx, deps, {
        userId,
        write: (t) => ({
          kind: 'party',
          title: t(messages.invitedToPartyTitle, {
            leader: mention(actor.userId, leader) ?? t(messages.unknownPlayer),
          }),
          lines: [t(messages.invitedToPartyTerms), t(messages.invitedToPartyHint)],
          link: { label: t(messages.seeInvitation), path: paths.partyInvitation(party.id) },
          // Send only one message per day, so that withdrawing and inviting again can't be used to send emails.
          dedupeKey: `party-invitation:${actor.userId}:${toUtcDay(now)}`,
        }),
      });
    }),
  );
}

/**
 * Withdraws an invitation. Only the leader may do this.
 * @throws Refusal when the caller isn't the leader
 */
export async function withdrawPartyInvitation(deps: Deps, actor: Person, userId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const party = await requireLeader(tx, actor.userId);
    await queries.deleteMember(tx, party.id, userId, 'invited');
  });
}

async function requireLeader(tx: Db, userId: string): Promise<queries.PartyRow> {
  const party = await queries.lockPartyOf(tx, userId);
  if (!party) throw new Refusal('conflict', messages.notInParty);
  if (party.leader_id !== userId) throw new Refusal('forbidden', messages.leaderOnly);
  return party;
}

/**
 * Adds a player to a locked party and notifies the others.
 * @returns what to run after the commit; undefined if the player is already in the party
 * @throws Refusal conflict when the party is full, or the player has a block with a member or is in another party
 */
async function addToParty(
  tx: Db,
  deps: Deps,
  party: queries.PartyRow,
  { userId, otherMessage }: { userId: string; otherMessage: Translatable },
): Promise<AfterCommit | undefined> {
  const { all, joined, joinedIds } = await loadRoster(tx, deps, party.id);
  if (joinedIds.includes(userId)) return undefined;
  if (await isBlockedAmong(tx, userId, joinedIds)) throw new Refusal('conflict', otherMessage);
  if (joined.length >= PARTY_MAX) throw new Refusal('conflict', PARTY_FULL);
  if (await endEmptyParty(tx, userId)) throw new Refusal('conflict', messages.alreadyInOtherParty);
  await queries.upsertMember(tx, party.id, userId, { status: 'joined', now: deps.now() });
  // Invited players lose their invitation if they have a block with the new member.
  const invitedIds = all.flatMap(({ id, status }) => (status === 'invited' ? [id] : []));
  for (const id of await listHiddenIds(tx, userId, invitedIds)) await queries.deleteMember(tx, party.id, id, 'invited');
  const after = await loadRoster(tx, deps, party.id);
  const name = after.joined.find((member) => member.id === userId)?.display_name;
  await notifyParty(tx, deps, party.id, {
    userIds: joinedIds,
    cause: `joined:${userId}`,
    write: (t) => ({
      title: t(messages.memberJoinedTitle, { name: mention(userId, name) ?? t(messages.unknownPlayer) }),
      lines: [t(messages.memberJoinedCount, { count: after.joined.length, max: PARTY_MAX })],
    }),
  });
  return publishEvent(tx, deps, partyJoined, { userId, mateIds: joinedIds });
}

/**
 * Ends a user's own party if no one else is in it or invited, so that they can join friends.
 * @returns whether they're still in a party
 */
async function endEmptyParty(tx: Db, userId: string): Promise<boolean> {
  const ownParty = await queries.findPartyOfUser(tx, userId);
  if (!ownParty) return false;
  const members = await queries.listPartyMembers(tx, ownParty.id, new Date(0));
  if (members.length > 1) return true;
  await queries.deleteParty(tx, ownParty.id);
  return false;
}

type PartyMessage = {
  userIds: readonly string[];
  cause: string;
  /** Writes the message in a member's language. */
  write: (t: Translator) => { title: string; lines: string[]; actions?: MessageAction[] };
};

async function notifyParty(
  tx: Db,
  deps: Deps,
  partyId: string,
  { userIds, cause, write }: PartyMessage,
): Promise<void> {
  const dedupeKey = `party:${partyId}:${cause}:${deps.now().toISOString()}`;
  await enqueueNotifications(
    tx,
    deps,
    userIds.map((userId) => ({
      userId,
      write: (t) => ({
        ...write(t),
        kind: 'party',
        link: { label: t(messages.seeParty), path: MATCHES },
        dedupeKey,
      }),
    })),
  );
}

/**
 * Accepts or declines an invitation.
 * @throws Refusal when the invitation is closed, the party is full, or the player is banned or in another party
 */
export async function answerInvitation(deps: Deps, actor: Person, partyId: string, isAccepted: boolean): Promise<void> {
  if (isAccepted) await requireAccess(deps.db, deps, actor.userId, 'parties');
  const after = await refuseDuplicateJoin(
    withDeadlockRetry(deps.db, async (tx) => {
      const party = await queries.lockParty(tx, partyId);
      if (!party) throw new Refusal('conflict', messages.invitationClosed);
      const { all } = await loadRoster(tx, deps, partyId);
      const ownMembership = all.find((member) => member.id === actor.userId);
      if (ownMembership?.status === 'joined' && isAccepted) return undefined;
      if (ownMembership?.status !== 'invited') throw new Refusal('conflict', messages.invitationClosed);
      if (isAccepted)
        return addToParty(tx, deps, party, { userId: actor.userId, otherMessage: messages.invitationClosed });
      await queries.deleteMember(tx, partyId, actor.userId, 'invited');
      return undefined;
    }),
  );
  await after?.();
}

/**
 * Returns the data that anyone with the link may see.
 * @throws Refusal not_found when the link doesn't work, or the caller has a block with a member
 */
export async function getPartyLink(deps: Deps, actor: Person | undefined, token: string): Promise<PartyLink> {
  const row = await queries.findPartyByToken(deps.db, token);
  if (!row) throw new Refusal('not_found', messages.partyLinkInvalid);
  const { joined, joinedIds } = await loadRoster(deps.db, deps, row.id);
  if (actor && (await isBlockedAmong(deps.db, actor.userId, joinedIds))) {
    throw new Refusal('not_found', messages.partyLinkInvalid);
  }
  const leader = joined.find((member) => member.id === row.leader_id);
  return {
    leader_name: leader?.display_name ?? readerTranslator(messages.unknownPlayer),
    leader_avatar: leader?.avatar_path ?? null,
    members: joined.map(({ display_name, avatar_path }) => ({ display_name, avatar_path })),
    full: joined.length >= PARTY_MAX,
    joined: actor !== undefined && joinedIds.includes(actor.userId),
  };
}

/**
 * Joins a party by link.
 * @throws Refusal when the link doesn't work, the party is full, or the player is in another party
 */
export async function joinByLink(deps: Deps, actor: Person, token: string): Promise<void> {
  const after = await refuseDuplicateJoin(
    withDeadlockRetry(deps.db, async (tx) => {
      const found = await queries.findPartyByToken(tx, token);
      const party = found && (await queries.lockParty(tx, found.id));
      if (party?.link_token !== token) throw new Refusal('not_found', messages.partyLinkInvalid);
      return addToParty(tx, deps, party, { userId: actor.userId, otherMessage: messages.partyLinkInvalid });
    }),
  );
  await after?.();
}

/**
 * Creates a new link and invalidates the old one. Only the leader may do this.
 * @throws Refusal when the caller isn't the leader
 */
export async function renewLink(deps: Deps, actor: Person): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const party = await requireLeader(tx, actor.userId);
    await queries.setToken(tx, party.id, createToken());
  });
}

/**
 * Leaves the party. The longest-standing member becomes the leader, and an empty party ends.
 * @throws Refusal when the caller isn't in a party
 */
export async function leaveParty(deps: Deps, actor: Person): Promise<void> {
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    const party = await queries.lockPartyOf(tx, actor.userId);
    if (!party) throw new Refusal('conflict', messages.notInParty);
    await removeMember(tx, deps, party, { userId: actor.userId });
    return publishEvent(tx, deps, partyLeft, { userId: actor.userId, ended: false });
  });
  await after();
}

/**
 * Removes a member from a locked party and notifies the others, with the reason if the member didn't choose to leave.
 * @returns whether anyone remains
 */
async function removeMember(
  tx: Db,
  deps: Deps,
  party: queries.PartyRow,
  { userId, reason }: { userId: string; reason?: Translatable | undefined },
): Promise<boolean> {
  const { joined } = await loadRoster(tx, deps, party.id);
  const remaining = joined.filter((member) => member.id !== userId);
  await queries.deleteMember(tx, party.id, userId, 'joined');
  if (remaining.length === 0) await queries.deleteParty(tx, party.id);
  else if (party.leader_id === userId) await queries.setLeader(tx, party.id, remaining[0]!.id);
  const name = joined.find((member) => member.id === userId)?.display_name;
  const count = remaining.length;
  await notifyParty(tx, deps, party.id, {
    userIds: remaining.map((member) => member.id),
    cause: `left:${userId}`,
    write: (t) => ({
      title: t(messages.memberLeftTitle, { name: mention(userId, name) ?? t(messages.unknownPlayer) }),
      lines: [
        ...(reason ? [translate(t, reason)] : []),
        count > 1 ? t(messages.memberLeftCount, { count }) : t(messages.aloneAgain),
      ],
    }),
  });
  return remaining.length > 0;
}

const writePartyOver = (t: Translator) => ({ title: t(messages.partyOver), lines: [t(messages.aloneAgain)] });

/**
 * Ends the party for everyone. Only the leader may do this.
 * @throws Refusal when the caller isn't the leader
 */
export async function disbandParty(deps: Deps, actor: Person): Promise<void> {
  const after = await withDeadlockRetry(deps.db, async (tx) => {
    const party = await requireLeader(tx, actor.userId);
    const { joinedIds } = await loadRoster(tx, deps, party.id);
    await queries.deleteParty(tx, party.id);
    const others = joinedIds.filter((id) => id !== actor.userId);
    await notifyParty(tx, deps, party.id, { userIds: others, cause: 'over', write: writePartyOver });
    return publishEvent(tx, deps, partyLeft, { userId: actor.userId, ended: true });
  });
  await after();
}

/**
 * Removes a player from their party and invitations when they are banned, request account deletion or unpublish their
 * profile, in the same transaction. The other members are notified of the reason.
 * @returns whether the party had other members
 */
export async function removeFromParty(tx: Db, deps: Deps, userId: string, why: DenyingEvent): Promise<boolean> {
  await queries.deleteInvitationsOf(tx, userId);
  const party = await queries.lockPartyOf(tx, userId);
  if (!party) return false;
  return removeMember(tx, deps, party, { userId, reason: getEndReason('parties', why)! });
}

/**
 * Separates two players in the same party, in the transaction that creates a block. A leader who blocks a member stays,
 * and anyone else who blocks leaves. To the others, this looks like a normal departure, so that it doesn't reveal the
 * block.
 */
export async function splitPartyOfBlocked(
  tx: Db,
  deps: Deps,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  await queries.deleteInvitationsBetween(tx, blockerId, blockedId);
  const party = await queries.lockPartyOf(tx, blockerId);
  if (!party) return;
  const { joinedIds } = await loadRoster(tx, deps, party.id);
  if (!joinedIds.includes(blockedId)) return;
  const isLeader = party.leader_id === blockerId;
  await removeMember(tx, deps, party, { userId: isLeader ? blockedId : blockerId });
  if (isLeader) await notifyParty(tx, deps, party.id, { userIds: [blockedId], cause: 'over', write: writePartyOver });
}

/**
 * Creates a party of players who have agreed to play together, in the caller's transaction, which must hold locks on
 * their accounts.
 * @param group `memberIds` includes the leader and has 2 to 4 ids; `positions` maps player ids to seats
 * @returns what to run after the commit
 * @throws Refusal conflict when someone is in another party, blocked, or can't be matched right now
 */
export async function formParty(
  tx: Db,
  deps: Deps,
  group: { leaderId: string; memberIds: readonly string[]; reason: Translatable; positions?: Record<string, string> },
): Promise<AfterCommit> {
  const { leaderId, memberIds, reason, positions = {} } = group;
  const now = deps.now();
  for (const id of memberIds) {
    const name = await queries.findInvitableName(tx, id, now);
    const others = memberIds.filter((other) => other !== id);
    if (!name || (await isBlockedAmong(tx, id, others))) {
      throw new Refusal('conflict', messages.partyPlayerUnavailable);
    }
    if (await endEmptyParty(tx, id)) {
      throw new Refusal('conflict', lazyText(messages.playerInOtherParty, { name }));
    }
  }
  const partyId = await queries.insertParty(tx, leaderId, createToken(), now);
  for (const id of memberIds) await queries.upsertMember(tx, partyId, id, { status: 'joined', now });
  const led = orderLeadersFirst(memberIds, [leaderId]);
  const members = led.map((userId) => ({ userId, position: positions[userId] ?? null }));
  const after = await publishEvent(tx, deps, partyFormed, { partyId, members });
  const squadId = (await resolvePort(deps, partySquadsPort)(tx, leaderId, [partyId])).get(partyId);
  const statuses = await listMemberStatuses(tx, deps, await queries.listPartyMembers(tx, partyId, now));
  await notifyParty(tx, deps, partyId, {
    userIds: memberIds,
    cause: 'formed',
    write: (t) => ({
      title: t(messages.partyFormedTitle),
      lines: [
        translate(t, reason),
        ...describePartyStatus(statuses).map((line) => translate(t, line)),
        ...(squadId ? [t(messages.partyHasRoom)] : []),
      ],
      actions: squadId ? [{ label: t(messages.openSquadRoom), path: paths.squad(squadId) }] : [],
    }),
  });
  return after;
}
