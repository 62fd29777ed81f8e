import { openSession, toActor } from '../../features/accounts/accounts.factory.ts';
import { respondToMatch } from '../../features/matches/matches.commands.ts';
import { FORMAT_FACTS } from '../../features/profiles/group-formats.schema.ts';
import { startWebTier } from '../queue/queue-people.ts';

export type Person = { userId: string; token: string };
type Group = { id: string; members: string[] };

/** Maximum share of players who come from squad matches, and from squad and pair matches together. */
const SQUAD_SHARE = 0.8;
const GROUP_SHARE = 0.95;
/** How many of every ten groups accept their match before the start, so there are chats from the first second. */
const ACCEPTED_SHARE = 7;
const CONCURRENCY = 8;

async function runInBatches<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const remainingItems = [...list];
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let item = remainingItems.pop(); item !== undefined; item = remainingItems.pop()) await work(item);
    }),
  );
}

/**
 * Selects players by whole matches, so all members of a chat are simulated. Makes most groups accept their match and
 * opens an account session for every selected player.
 */
export async function createWorkingPlayers(variables: Record<string, string>, count: number) {
  const { deps, close } = await startWebTier(variables);
  const { pool } = deps.database;
  const listGroups = async (type: string): Promise<Group[]> =>
    (
      await pool.query<Group>(
        `select id, member_ids as members from matches where type = $1 and status = 'proposed' order by id`,
        [type],
      )
    ).rows;
  const memberIds = new Set<string>();
  const groups: Group[] = [];
  const takeGroups = (offeredGroups: readonly Group[], max: number) => {
    for (const group of offeredGroups) {
      if (memberIds.size + group.members.length > max) return;
      if (group.members.some((id) => memberIds.has(id))) continue;
      for (const id of group.members) memberIds.add(id);
      groups.push(group);
    }
  };
  takeGroups(await listGroups(FORMAT_FACTS.squad.type), count * SQUAD_SHARE);
  takeGroups(await listGroups(FORMAT_FACTS.pair.type), count * GROUP_SHARE);
  const { rows } = await pool.query<{ id: string }>('select id from protocol_profiles where published order by id');
  for (const { id } of rows) if (memberIds.size < count) memberIds.add(id);
  if (memberIds.size < count) throw new Error(`There are only ${memberIds.size} players for ${count} to be at work.`);
  const acceptedGroups = groups.filter((_, index) => index % 10 < ACCEPTED_SHARE);
  await runInBatches(acceptedGroups, async ({ id, members }) => {
    for (const userId of members) await respondToMatch(deps, toActor({ userId, email: '' }), id, 'accept');
  });
  const people: Person[] = [];
  await runInBatches([...memberIds], async (userId) => {
    people.push({ userId, token: await openSession(deps, userId) });
  });
  await close();
  const playerIds = rows.map(({ id }) => id);
  return { people, everybody: playerIds, groups: groups.length, agreed: acceptedGroups.length };
}
