import { paths } from '../../../content/paths.ts';
import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { dayOf, subtractMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { rankNewcomers } from '../../matches/newcomers.commands.ts';
import { invitableName } from '../../matches/parties/parties.queries.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import { isBlockedAmong } from '../../profiles/blocks/blocks.queries.ts';
import type { Position } from '../../profiles/game.schema.ts';
import { ledSquad, lockLed, rosterWithPeople } from '../squads.commands.ts';
import { formerMembers } from '../squads.queries.ts';
import { kindOfSize } from '../squads.rules.ts';
import * as queries from './squad-invitations.queries.ts';
import { askedProblem, INVITATION_TEXTS, inviteProblem, seatProblem } from './squad-invitations.rules.ts';

/** In the order of their fit; whoever cannot be asked any more at the moment of asking is passed over. */
const RANKED = 10;
const ASKED_AGAIN_DAYS = 30;

/**
 * The captain asks the pool for somebody who fits an empty seat: the best of those who have never been in the squad and
 * were not asked within a month is invited, one person at a time for a seat.
 * @throws Refusal to who does not lead it, when the seat is taken or somebody is asked for it, or when nobody fits
 */
export async function seekPlayer(deps: Deps, actor: Person, id: string, seat: Position): Promise<void> {
  const row = await ledSquad(deps.db, actor, id);
  await requireEmpty(deps.db, row, seat);
  await consumeUserLimit(deps, 'squadInvitations', actor.userId, INVITATION_TEXTS.tooMany);
  const { memberIds } = await rosterWithPeople(deps.db, id);
  const since = subtractMs(deps.now(), ASKED_AGAIN_DAYS * DAY_MS);
  const exceptIds = [...(await queries.soughtBefore(deps.db, id, since)), ...(await formerMembers(deps.db, id))];
  const ranked = await rankNewcomers(deps, { kind: kindOfSize(row.size), memberIds, seat, exceptIds }, RANKED);
  const asked = await withDeadlockRetry(deps.db, async (tx) => {
    const locked = await lockLed(tx, actor, id);
    await requireEmpty(tx, locked, seat);
    for (const userId of ranked) if (await ask(tx, deps, { ...locked, seat }, userId)) return true;
    return false;
  });
  if (!asked) throw new Refusal('conflict', INVITATION_TEXTS.nobodyFits);
}

/** @throws Refusal conflict when somebody plays there, is asked for it, or too many are asked already */
async function requireEmpty(db: Db, { id, size }: { id: string; size: number }, seat: Position): Promise<void> {
  const { roster, people } = await rosterWithPeople(db, id);
  const seats = roster.map((member) => member.position ?? people.get(member.userId)?.role ?? null);
  const open = await queries.invitedTo(db, id);
  const problem =
    seatProblem({ seats, size, askedSeats: open.map((one) => one.seat) }, seat) ?? askedProblem(open.length);
  if (problem) throw new Refusal('conflict', problem);
}

async function ask(
  tx: Db,
  deps: Deps,
  row: { id: string; name: string; captainId: string; seat: Position },
  userId: string,
): Promise<boolean> {
  const { id, name, seat } = row;
  const now = deps.now();
  const { memberIds } = await rosterWithPeople(tx, id);
  if (await queries.isInvited(tx, id, userId)) return false;
  if (inviteProblem({ memberIds, userId }, (await queries.invitedTo(tx, id)).length)) return false;
  if (!(await invitableName(tx, userId, now)) || (await isBlockedAmong(tx, userId, memberIds))) return false;
  await queries.insertInvitation(tx, { squadId: id, userId, invitedBy: row.captainId, createdAt: now, seat });
  await queries.putSought(tx, { squadId: id, userId, askedAt: now });
  await enqueueNotification(tx, deps, {
    userId,
    kind: 'squad',
    title: `${name} looks for somebody to play ${seat}`,
    lines: [
      `The matcher found that you fit. ${memberIds.length === 1 ? 'One is in it.' : `${memberIds.length} are in it.`} You would find times together, write to each other, and see how to reach each other.`,
      'Accept or decline it here or among your squads.',
    ],
    link: { label: 'See the invitation', path: paths.squadInvitation(id) },
    dedupeKey: `squad-sought:${id}:${dayOf(now)}`,
  });
  return true;
}
