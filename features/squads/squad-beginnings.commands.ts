import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { sizeOfType } from '../matches/matches.rules.ts';
import { joinThread } from '../threads/thread-members.commands.ts';
import { squadName } from './squad-names.generator.ts';
import * as queries from './squads.queries.ts';

/** How many crests there are. */
export const SEEDS = 2 ** 31 - 1;

type Members = readonly { userId: string; position: string | null }[];

/** Makes the squad of a match that everybody has accepted, in the same transaction. Nobody is asked. */
export async function foundSquad(
  tx: Db,
  deps: Deps,
  { matchId, type, members }: { matchId: string; type: string; members: Members },
): Promise<void> {
  const seed = randomInt(SEEDS);
  const id = randomUUID();
  const look = { name: squadName(seed), crestSeed: seed, size: sizeOfType(type), captainId: members[0]!.userId };
  const squad = { id, matchId, ...look, createdAt: deps.now() };
  if (!(await queries.insertSquad(tx, squad, members))) return;
  const memberIds = members.map(({ userId }) => userId);
  await joinThread(tx, deps, { kind: 'squad', subjectId: id }, memberIds);
}
