import { paths } from '../../../content/paths.ts';
import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { subtractMs, toUtcDay } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { findInvitableName } from '../../matches/parties/parties.queries.ts';
import { rankReplacements } from '../../matches/replacement-ranking.commands.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import { isBlockedAmong } from '../../profiles/blocks/blocks.queries.ts';
import type { Position } from '../../profiles/game.schema.ts';
import { formatOfSize, type GroupSize } from '../../profiles/group-formats.schema.ts';
import { loadRosterWithPeople, lockCaptainSquad, requireCaptainSquad } from '../squads.commands.ts';
import * as messages from '../squads.messages.ts';
import { listFormerMembers } from '../squads.queries.ts';
import * as queries from './squad-invitations.queries.ts';
import { findInvitedProblem, findInviteProblem, findSeatProblem } from './squad-invitations.rules.ts';

/** Number of candidates to consider, best fit first. Players who can't be invited anymore are skipped. */
const CANDIDATES_RANKED = 10;
const REINVITE_AFTER_DAYS = 30;

/**
 * Lets the captain invite a player from the pool to an empty spot: the best fit who has never been in the squad and
 * wasn't invited in the last month. Each spot has at most one open invitation.
 * @throws Refusal if the caller isn't the captain, if the spot is taken or has an open invitation, or if no player fits
 */
export async function inviteFromPool(deps: Deps, actor: Person, id: string, seat: Position): Promise<void> {
  const row = await requireCaptainSquad(deps.db, actor, id);
  await requireOpenSeat(deps.db, row, seat);
  await consumeUserLimit(deps, 'squadInvitations', actor.userId, (wait) =>
    lazyText(messages.tooManyInvitations, { wait }),
  );
  const { memberIds } = await loadRosterWithPeople(deps.db, id);
  const since = subtractMs(deps.now(), REINVITE_AFTER_DAYS * DAY_MS);
  const exceptIds = [
    ...(await queries.listInvitedFromPool(deps.db, id, since)),
    ...(await listFormerMembers(deps.db, id)),
  ];
  const rankedPlayers = await rankReplacements(
    deps,
    { kind: formatOfSize(row.size), memberIds, seat, exceptIds },
    CANDIDATES_RANKED,
  );
  const invitation = await withDeadlockRetry(deps.db, async (tx) => {
    const lockedSquad = await lockCaptainSquad(tx, actor, id);
    await requireOpenSeat(tx, lockedSquad, seat);
    for (const userId of rankedPlayers)
      if (await inviteCandidate(tx, deps, { ...lockedSquad, seat }, userId)) return true;
    return false;
  });
  if (!invitation) throw new Refusal('conflict', messages.noPlayerFits);
}

/** @throws Refusal conflict when the spot is taken, has an open invitation, or too many invitations are open */
async function requireOpenSeat(db: Db, { id, size }: { id: string; size: GroupSize }, seat: Position): Promise<void> {
  const { roster, people } = await loadRosterWithPeople(db, id);
  const seats = roster.map((member) => member.position ?? people.get(member.userId)?.role ?? null);
  const open = await queries.listInvitedPlayers(db, id);
  const problem =
    findSeatProblem({ seats, size, askedSeats: open.map((one) => one.seat) }, seat) ?? findInvitedProblem(open.length);
  if (problem) throw new Refusal('conflict', problem);
}

async function inviteCandidate(
  tx: Db,
  deps: Deps,
  row: { id: string; name: string; captainId: string; seat: Position },
  userId: string,
): Promise<boolean> {
  const { id, name, seat } = row;
  const now = deps.now();
  const { memberIds } = await loadRosterWithPeople(tx, id);
  if (await queries.isInvited(tx, id, userId)) return false;
  if (findInviteProblem({ memberIds, userId }, (await queries.listInvitedPlayers(tx, id)).length)) return false;
  if (!(await findInvitableName(tx, userId, now)) || (await isBlockedAmong(tx, userId, memberIds))) return false;
  await queries.insertInvitation(tx, { squadId: id, userId, invitedBy: row.captainId, createdAt: now, seat });
  await queries.insertPoolInvitation(tx, { squadId: id, userId, askedAt: now });
  await enqueueNotification(tx, deps, {
    userId,
    write: (t) => ({
      kind: 'squad',
      title: t(messages.invitedByPoolTitle, { squad: name, position: seat }),
      lines: [t(messages.poolFit, { members: memberIds.length }), t(messages.invitedHint)],
      link: { label: t(messages.seeInvitation), path: paths.squadInvitation(id) },
      dedupeKey: `squad-sought:${id}:${toUtcDay(now)}`,
    }),
  });
  return true;
}
