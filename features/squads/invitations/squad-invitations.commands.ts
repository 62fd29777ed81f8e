import { randomBytes } from 'node:crypto';
import { paths } from '../../../content/paths.ts';
import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import type { Actor, Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { dayOf } from '../../../time/instants.ts';
import { lockAccount } from '../../accounts/account-views.queries.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { findInvitableName } from '../../matches/parties/parties.queries.ts';
import { isAccessDenied, requireAccess } from '../../moderation/access-policy.commands.ts';
import { ACCESS_POLICY } from '../../moderation/access-policy.rules.ts';
import { enqueueNotification, enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { isBlockedAmong, listHiddenIds } from '../../profiles/blocks/blocks.queries.ts';
import { joinThread } from '../../threads/thread-members.commands.ts';
import { countLine, squadMessage } from '../squad-messages.wording.ts';
import { loadRosterWithPeople, lockCaptainSquad, requireCaptainSquad } from '../squads.commands.ts';
import { type ActiveSquad, changeSquad, lockSquad, upsertMember } from '../squads.queries.ts';
import { FORMER, SQUAD_TEXTS } from '../squads.rules.ts';
import { promoteSubstitute } from '../substitutes/substitute-departures.commands.ts';
import * as queries from './squad-invitations.queries.ts';
import { findInviteProblem, INVITATION_TEXTS } from './squad-invitations.rules.ts';
import { type InvitablePlayers, ROSTER_MAX, type SquadLink } from './squad-invitations.schema.ts';

const FOUND = 8;
const newToken = () => randomBytes(12).toString('base64url');

/**
 * Players whom the captain may mean by a name.
 * @throws Refusal not_found to who is not in the squad, forbidden to members who do not lead it
 */
export async function findPlayers(deps: Deps, actor: Person, id: string, text: string): Promise<InvitablePlayers> {
  await requireCaptainSquad(deps.db, actor, id);
  const found = await queries.findPlayersByName(deps.db, id, { text, now: deps.now(), limit: FOUND });
  return {
    players: found.map(({ invited, member, ...player }) => ({
      ...player,
      state: member ? 'member' : invited ? 'invited' : 'open',
    })),
  };
}

/**
 * The captain asks a player to join; asked again while it waits, nothing changes.
 * @throws Refusal after too many within an hour, to members who do not lead it, when the squad is full, or the player
 *   cannot be invited
 */
export async function inviteToSquad(deps: Deps, actor: Person, id: string, userId: string): Promise<void> {
  if (userId === actor.userId) throw new Refusal('invalid', INVITATION_TEXTS.yourself, 'user_id');
  await requireCaptainSquad(deps.db, actor, id);
  // A press that leads to nothing uses no attempt up.
  if (!(await loadInvitingRoster(deps.db, deps, id, userId))) return;
  await consumeUserLimit(deps, 'squadInvitations', actor.userId, INVITATION_TEXTS.tooMany);
  const now = deps.now();
  await withDeadlockRetry(deps.db, async (tx) => {
    const row = await lockCaptainSquad(tx, actor, id);
    const roster = await loadInvitingRoster(tx, deps, id, userId);
    if (!roster) return;
    const { memberIds, people } = roster;
    await queries.insertInvitation(tx, { squadId: id, userId, invitedBy: actor.userId, createdAt: now });
    const captain = people.get(actor.userId)?.display_name ?? 'A player';
    await enqueueNotification(tx, deps, {
      userId,
      kind: 'squad',
      title: `${captain} invites you to ${row.name}`,
      lines: [
        `${formatMemberCount(memberIds.length)} You would find times together, write to each other, and see how to reach each other.`,
        'Accept or decline it here or among your squads.',
      ],
      link: { label: 'See the invitation', path: paths.squadInvitation(id) },
      // Inviting, taking back and inviting again must not become a way of sending mail.
      dedupeKey: `squad-invitation:${id}:${dayOf(now)}`,
    });
  });
}

/**
 * Who is in the squad that somebody is to be asked into; undefined when they are asked already.
 * @throws Refusal conflict when the squad is full, or the player cannot be invited
 */
async function loadInvitingRoster(db: Db, deps: Deps, squadId: string, userId: string) {
  if (await queries.isInvited(db, squadId, userId)) return undefined;
  const roster = await loadRosterWithPeople(db, squadId);
  const { memberIds } = roster;
  const problem = findInviteProblem({ memberIds, userId }, (await queries.listInvitedPlayers(db, squadId)).length);
  if (problem) throw new Refusal('conflict', problem);
  if (!(await findInvitableName(db, userId, deps.now())) || (await isBlockedAmong(db, userId, memberIds))) {
    throw new Refusal('conflict', INVITATION_TEXTS.cannotInvite);
  }
  return roster;
}

const formatMemberCount = (members: number) => (members === 1 ? 'One is in it.' : `${members} are in it.`);

/**
 * The captain takes an invitation back; nothing happens when there is none.
 * @throws Refusal not_found to who is not in the squad, forbidden to members who do not lead it
 */
export async function withdrawSquadInvitation(deps: Deps, actor: Person, id: string, userId: string): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    await lockCaptainSquad(tx, actor, id);
    await queries.deleteInvitation(tx, id, userId);
  });
}

/**
 * The captain makes a link that lets its holder join, or with `on` false turns it off; an earlier one stops working.
 * @throws Refusal not_found to who is not in the squad, forbidden to members who do not lead it
 */
export async function changeSquadLink(deps: Deps, actor: Person, id: string, on: boolean): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    await lockCaptainSquad(tx, actor, id);
    await changeSquad(tx, id, { linkToken: on ? newToken() : null });
  });
}

/**
 * Accepts or declines an invitation; accepting twice is the same as once.
 * @throws Refusal when it is not open any more, the squad is full, or the player may not join squads now
 */
export async function answerSquadInvitation(deps: Deps, actor: Person, id: string, accept: boolean): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    if (accept) await requireCanJoin(tx, deps, actor.userId, INVITATION_TEXTS.hiddenInvited);
    const row = await lockSquad(tx, id);
    const invited = row && (await queries.isInvited(tx, id, actor.userId));
    const { memberIds } = await loadRosterWithPeople(tx, id);
    if (row && accept && memberIds.includes(actor.userId)) return;
    if (!invited) throw new Refusal('conflict', INVITATION_TEXTS.gone);
    if (accept) await addToSquad(tx, deps, row, { userId: actor.userId, otherwise: INVITATION_TEXTS.gone });
    else await queries.deleteInvitation(tx, id, actor.userId);
  });
}

/**
 * What the holder of a link sees, with what it means for them when they are signed in.
 * @throws Refusal not_found when it does not work, which a block between them and a member looks like as well, or when
 *   the squad has ended
 */
export async function getSquadLink(deps: Deps, actor: Actor | undefined, token: string): Promise<SquadLink> {
  const row = await queries.findSquadByLink(deps.db, token);
  if (!row) throw new Refusal('not_found', INVITATION_TEXTS.badLink);
  if (!row.captainId) throw new Refusal('not_found', INVITATION_TEXTS.ended);
  const { memberIds, people } = await loadRosterWithPeople(deps.db, row.id);
  if (actor && (await isBlockedAmong(deps.db, actor.userId, memberIds))) {
    throw new Refusal('not_found', INVITATION_TEXTS.badLink);
  }
  const state = await getLinkState(deps, actor, memberIds);
  return {
    name: row.name,
    crest_seed: row.crestSeed,
    members: memberIds.length,
    inviter_name: people.get(row.captainId)?.display_name ?? FORMER,
    inviter_avatar: people.get(row.captainId)?.avatar_path ?? null,
    state,
    sentence: LINK_STATE_MESSAGES[state],
    squad_id: state === 'joined' ? row.id : null,
  };
}

const LINK_STATE_MESSAGES: Record<SquadLink['state'], string | null> = {
  open: null,
  joined: 'You are in this squad already.',
  full: INVITATION_TEXTS.full,
  banned: ACCESS_POLICY.squads.refusal,
  hidden: INVITATION_TEXTS.hidden,
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
 * Joins by link; joining twice is the same as once.
 * @returns the id of the squad
 * @throws Refusal when the link does not work any more, the squad is full, or the player may not join squads now
 */
export async function joinSquadByLink(deps: Deps, actor: Person, token: string): Promise<string> {
  await consumeUserLimit(deps, 'squadWords', actor.userId, SQUAD_TEXTS.tooMany);
  return withDeadlockRetry(deps.db, async (tx) => {
    await requireCanJoin(tx, deps, actor.userId, INVITATION_TEXTS.hidden);
    const found = await queries.findSquadByLink(tx, token);
    if (!found) throw new Refusal('not_found', INVITATION_TEXTS.badLink);
    const row = await lockSquad(tx, found.id);
    if (!row) throw new Refusal('not_found', INVITATION_TEXTS.ended);
    if (row.linkToken !== token) throw new Refusal('not_found', INVITATION_TEXTS.badLink);
    await addToSquad(tx, deps, row, { userId: actor.userId, otherwise: INVITATION_TEXTS.badLink });
    return row.id;
  });
}

/**
 * Holds the account of somebody who is about to join, so that what shuts them out at this moment comes before or after.
 * @param hidden what is said to whose profile is not published
 * @throws Refusal when a ban, leaving or a withdrawn profile keeps them from it
 */
async function requireCanJoin(tx: Db, deps: Deps, userId: string, hidden: string): Promise<void> {
  await lockAccount(tx, userId);
  await requireAccess(tx, deps, userId, 'squads');
  if (!(await findInvitableName(tx, userId, deps.now()))) throw new Refusal('forbidden', hidden);
}

/** Whom a block keeps from a new member sees no invitation any more, and holds no seat. */
async function deleteBlockedInvitations(tx: Db, squadId: string, userId: string): Promise<void> {
  const asked = (await queries.listInvitedPlayers(tx, squadId)).map((one) => one.id);
  for (const id of await listHiddenIds(tx, userId, asked)) await queries.deleteInvitation(tx, squadId, id);
}

/** Puts somebody into a locked squad, if there is room and no block in the way, and tells the others. */
async function addToSquad(
  tx: Db,
  deps: Deps,
  row: ActiveSquad,
  { userId, otherwise }: { userId: string; otherwise: string },
): Promise<void> {
  const { memberIds } = await loadRosterWithPeople(tx, row.id);
  if (memberIds.includes(userId)) return;
  if (await isBlockedAmong(tx, userId, memberIds)) throw new Refusal('conflict', otherwise);
  if (memberIds.length >= ROSTER_MAX) throw new Refusal('conflict', INVITATION_TEXTS.full);
  const seat = await queries.findInvitedSeat(tx, row.id, userId);
  const now = deps.now();
  await upsertMember(tx, row.id, { userId, position: seat }, now);
  await queries.deleteInvitation(tx, row.id, userId);
  await deleteBlockedInvitations(tx, row.id, userId);
  await joinThread(tx, deps, { kind: 'squad', subjectId: row.id }, [userId]);
  await promoteSubstitute(tx, deps, row, userId);
  const whole = row.wholeSince === null && memberIds.length + 1 >= row.size;
  const rev = await changeSquad(tx, row.id, whole ? { wholeSince: now } : {});
  const { people } = await loadRosterWithPeople(tx, row.id);
  const name = people.get(userId)?.display_name ?? FORMER;
  const what = { title: `${name} joined ${row.name}`, lines: [countLine(memberIds.length + 1)] };
  await enqueueNotifications(
    tx,
    deps,
    memberIds.map((id) => squadMessage({ ...row, rev }, id, what)),
  );
}
