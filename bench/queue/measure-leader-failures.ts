import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../matcher/random.ts';
import type { Deps } from '../../server/deps.ts';
import type { NodeUnderTest } from '../../tools/node-under-test.ts';
import { computePercentile } from '../live/pace.ts';
import { createSupply } from './measure-load.ts';
import { type CrowdPace, QueueCrowd } from './queue-crowd.ts';
import { type BrokenInvariants, findBrokenInvariants } from './queue-invariants.ts';
import { backdateWaits, createIdenticalPlayers, QUEUE_POOL } from './queue-people.ts';

const WAITING_COUNT = 500;
const PACE: CrowdPace = { joins: 20, leaves: 20, groups: 1 };
/** Time for one round, including a node restart on a busy machine. */
const ROUND_SECONDS = 90;
const COMING_PLAYERS = 1_000;
/** Time limit for a player to get a ready check. After this, the player counts as never invited. */
const TIMEOUT_MS = 60_000;

/** Returns the leader that the current lease names. */
async function findLeader({ database }: Deps): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ holder: string }>(
    'select holder from queue_leases where pool = $1 and until > now()',
    [QUEUE_POOL],
  );
  return rows[0]?.holder;
}

async function waitUntil<T>(poll: () => Promise<T | undefined> | T | undefined): Promise<T | undefined> {
  for (const startedAt = performance.now(); performance.now() - startedAt < TIMEOUT_MS; await pause(25)) {
    const result = await poll();
    if (result !== undefined) return result;
  }
  return undefined;
}

/**
 * Kills the leader repeatedly at random moments while players join, leave and get ready checks.
 * @param start starts a node; the first one becomes the leader
 */
export async function measureLeaderFailures(deps: Deps, start: () => Promise<NodeUnderTest>, rounds: number) {
  const { next } = createRandom(1);
  const centers = await createIdenticalPlayers(deps, 'C', WAITING_COUNT);
  const groups = rounds * ROUND_SECONDS * PACE.groups;
  const crowd = new QueueCrowd(deps, await createSupply(deps, { groups, coming: COMING_PLAYERS }));
  await backdateWaits(deps, centers, 60);
  crowd.adopt(centers);
  let leader = await start();
  crowd.start(PACE);
  await waitUntil(() => findLeader(deps));
  let other = await start();
  const backMs: number[] = [];
  const brokenRounds: BrokenInvariants[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await pause(1_000 + next() * 3_000);
    const before = await findLeader(deps);
    await leader.stop('SIGKILL');
    const diedAt = performance.now();
    // Wait for a group that completes after the leader's death, because the leader may already have sent ready checks
    // to earlier groups.
    const askedAt = await waitUntil(
      () => crowd.completed.find((one) => one.joined > diedAt && one.asked !== undefined)?.asked,
    );
    backMs.push((askedAt ?? Number.POSITIVE_INFINITY) - diedAt);
    if ((await findLeader(deps)) === before) throw new Error('Another than the leader was killed.');
    brokenRounds.push(await findBrokenInvariants(deps, crowd.queuedSince));
    // The other node is the leader now. Start another node only after that, so we know which one leads.
    leader = other;
    other = await start();
  }
  await crowd.stop();
  for (const node of [leader, other]) await node.stop('SIGKILL');
  brokenRounds.push(await findBrokenInvariants(deps, crowd.queuedSince));
  const sum = (what: keyof BrokenInvariants) => Math.max(...brokenRounds.map((one) => one[what]));
  return {
    rounds,
    backP50Ms: computePercentile(backMs, 0.5),
    backSlowestMs: computePercentile(backMs, 1),
    counts: crowd.counts,
    completed: crowd.completed.length,
    // Use the worst round instead of the sum, because one violation may last for several rounds.
    broken: {
      inTwoPlaces: sum('inTwoPlaces'),
      torn: sum('torn'),
      squadsOfFewer: sum('squadsOfFewer'),
      lost: sum('lost'),
      putOut: sum('putOut'),
    },
  };
}
