import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { toReaderTimes } from '../../../time/reader-times.ts';
import { type Person as Player, peopleOf } from '../../matches/matches.queries.ts';
import { enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { eachAlone } from '../each-alone.commands.ts';
import { lockSquad, rosterOf, type SquadRow } from '../squads.queries.ts';
import { FORMER } from '../squads.rules.ts';
import { followSeats, isActive } from '../stand-ins/stand-in-seats.commands.ts';
import { searchFor, standInIdsOf } from '../stand-ins/stand-ins.queries.ts';
import { sessionMessage, timeLine } from './squad-session-messages.wording.ts';
import * as queries from './squad-sessions.queries.ts';
import { LASTS_MS, stands, yesCount } from './squad-sessions.rules.ts';

/** A living squad, locked, with who is in it; `people` knows its stand-ins as well. */
export type SquadWithMembers = { row: SquadRow; memberIds: string[]; people: Map<string, Player> };

export async function withMembers(tx: Db, row: SquadRow): Promise<SquadWithMembers> {
  const memberIds = (await rosterOf(tx, [row.id])).map(({ userId }) => userId);
  const guests = await standInIdsOf(tx, row.id);
  return { row, memberIds, people: await peopleOf(tx, [...memberIds, ...guests]) };
}

export const nameIn = ({ people }: SquadWithMembers, userId: string) => people.get(userId)?.display_name ?? FORMER;
const readerIn = ({ people }: SquadWithMembers, userId: string) => toReaderTimes(people.get(userId));

type Said = { what: string; title: string; lines: (time: string) => string[]; asks?: boolean; helpsUntil?: Date };
type About = { squad: SquadWithMembers; session: queries.SessionRow };

/** Tells those who play with a squad about a session, each in their own time. */
export async function notify(
  tx: Db,
  deps: Deps,
  { squad, session, to }: About & { to: readonly string[] },
  { lines, ...word }: Said,
): Promise<void> {
  const messages = to.map((userId) => {
    const said = lines(timeLine(session, readerIn(squad, userId)));
    const guest = !squad.memberIds.includes(userId);
    return sessionMessage(squad.row, session, userId, { ...word, lines: said, guest });
  });
  await enqueueNotifications(tx, deps, messages);
}

/**
 * What an answer changes about whether a session stands. That it stands is told at once the first time; what turns back
 * afterwards is told once it has lasted, so that a yes taken back and given again tells nobody anything.
 * @param options `forGood`: nobody can take back what has changed, so it is told now; `said`: it is told with what
 *   changed it; `lost` and `again`: a player, or a stand-in, has fallen out
 */
export async function followStanding(
  tx: Db,
  deps: Deps,
  { squad, session }: About,
  { forGood = false, said = false, ...cause }: Change = {},
): Promise<void> {
  const { row, memberIds } = squad;
  await followSeats(tx, deps, { squad: row, memberIds, session }, cause);
  const answers = await queries.answersOf(tx, [session.id]);
  const stand = stands(answers, row.size);
  if (stand === session.toldStands) return queries.putDiffers(tx, session.id, null);
  if (said) return void (await queries.putTold(tx, session.id, stand));
  const first = stand && session.toldCount === 0;
  if (first || forGood) return tellStanding(tx, deps, { squad, session });
  if (!session.differsSince) await queries.putDiffers(tx, session.id, deps.now());
}

type Change = { forGood?: boolean; said?: boolean; lost?: boolean; again?: boolean };

/** Tells who is concerned that a session has come to stand, or does not stand any more. */
async function tellStanding(tx: Db, deps: Deps, { squad, session }: About): Promise<void> {
  const { row, memberIds } = squad;
  const answers = await queries.answersOf(tx, [session.id]);
  const stand = stands(answers, row.size);
  const count = await queries.putTold(tx, session.id, stand);
  const said = new Map(answers.map(({ userId, answer }) => [userId, answer]));
  const guests = answers.flatMap(({ userId, standIn }) => (standIn ? [userId] : []));
  if (stand) {
    const names = answers.flatMap(({ userId, answer }) => (answer === 'yes' ? [nameIn(squad, userId)] : []));
    const to = [...memberIds.filter((id) => said.get(id) !== 'no'), ...guests];
    const title = `${row.name} plays: enough said yes`;
    const lines = (time: string) => [time, `In: ${names.join(', ')}.`];
    return notify(tx, deps, { squad, session, to }, { what: `told-${count}`, title, lines });
  }
  const to = [...memberIds.filter((id) => said.get(id) === 'yes'), ...guests];
  const missing = row.size - yesCount(answers);
  const title = `${row.name} is short of ${missing === 1 ? 'one' : missing} for a session`;
  const asking = isActive(await searchFor(tx, session.id), session);
  const again = 'It stands again when enough say yes.';
  const lines = (time: string) => [time, asking ? `${again} Stand-ins are asked.` : again];
  await notify(tx, deps, { squad, session, to }, { what: `told-${count}`, title, lines });
}

/** Tells what has turned and stayed so: which sessions stand, and which do not any more. */
export async function tellWhatLasted(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  const turned = await queries.sessionsThatDiffer(deps.db, { now, since: subtractMs(now, LASTS_MS) });
  await eachAlone(deps, { signal, what: 'nobody told whether a session stands' }, turned, ({ id, squadId }) =>
    deps.db.transaction(async (tx) => {
      const row = await lockSquad(tx, squadId);
      const session = await queries.sessionIn(tx, squadId, id);
      // Answered, moved or called off since it was looked for: then it is not due, or not any more.
      if (!row || !session?.differsSince || session.calledOffAt || session.differsSince > subtractMs(now, LASTS_MS))
        return;
      await tellStanding(tx, deps, { squad: await withMembers(tx, row), session });
    }),
  );
}
