import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../server/deps.ts';
import type { NodeUnderTest } from '../../tools/node-under-test.ts';
import { readOwnCpuSeconds, readProcessCpuSeconds, summarizeTimes } from '../live/pace.ts';
import { type CrowdPace, QueueCrowd } from './queue-crowd.ts';
import { findBrokenInvariants } from './queue-invariants.ts';
import { backdateWaits, createIdenticalPlayers } from './queue-people.ts';

/** Number of waiting players. Some of them find a match during the measurement. */
const WAITING_COUNT = 10_500;
const COMING_PLAYERS = 4_000;
const PACE: CrowdPace = { joins: 200, leaves: 200, groups: 4 };
const WARM_SECONDS = 10;
const SECONDS = 60;
/**
 * Maximum time that players have already waited at the start. It's long enough that some of them reach a relaxation
 * step every second.
 */
const WAITED_SECONDS = 600;

/** Creates enough players for all groups that complete during a measurement. */
export async function createSupply(deps: Deps, { groups, coming }: { groups: number; coming: number }) {
  const createPlayersOfRole = (role: string) => createIdenticalPlayers(deps, role, groups);
  return {
    PG: await createPlayersOfRole('PG'),
    SG: await createPlayersOfRole('SG'),
    SF: await createPlayersOfRole('SF'),
    PF: await createPlayersOfRole('PF'),
    coming: await createIdenticalPlayers(deps, 'C', coming),
  };
}

/**
 * Measures the time from the join that completes a group until its ready check, while thousands wait and hundreds join
 * and leave.
 */
export async function measureLoad(deps: Deps, nodes: readonly NodeUnderTest[]) {
  const centers = await createIdenticalPlayers(deps, 'C', WAITING_COUNT);
  const groups = (WARM_SECONDS + SECONDS + 20) * PACE.groups;
  const crowd = new QueueCrowd(deps, await createSupply(deps, { groups, coming: COMING_PLAYERS }));
  await backdateWaits(deps, centers, WAITED_SECONDS);
  crowd.adopt(centers);
  crowd.start(PACE);
  await pause(WARM_SECONDS * 1000);
  const before = {
    ...crowd.counts,
    completed: crowd.completed.length,
    own: readOwnCpuSeconds(),
    at: performance.now(),
  };
  const cpuBefore = nodes.map(readProcessCpuSeconds);
  await pause(SECONDS * 1000);
  const seconds = (performance.now() - before.at) / 1000;
  const cores = nodes
    .map((node, index) => {
      const { ran, waitedForCpu } = readProcessCpuSeconds(node);
      return { ran: ran - cpuBefore[index]!.ran, waitedForCpu: waitedForCpu - cpuBefore[index]!.waitedForCpu };
    })
    .sort((a, b) => b.ran - a.ran);
  const loadCores = (readOwnCpuSeconds() - before.own) / seconds;
  const countsDuring = { ...crowd.counts };
  const last = crowd.completed.length;
  // Wait for the ready checks of the last completed groups.
  await pause(5_000);
  await crowd.stop();
  const measuredGroups = crowd.completed.slice(before.completed, last);
  const toRate = (what: keyof typeof countsDuring) =>
    Math.round(((countsDuring[what] - before[what]) / seconds) * 10) / 10;
  const roundToTwoDigits = (value: number) => Math.round(value * 100) / 100;
  return {
    waiting: await countWaiting(deps),
    joinsPerSecond: toRate('joined'),
    leavesPerSecond: toRate('left'),
    completed: measuredGroups.length,
    neverAsked: measuredGroups.filter(({ asked }) => asked === undefined).length,
    ...summarizeTimes(measuredGroups.flatMap(({ joined, asked }) => (asked === undefined ? [] : asked - joined))),
    leaderCores: roundToTwoDigits(cores[0]!.ran / seconds),
    otherCores: roundToTwoDigits(cores[1]!.ran / seconds),
    /** Share of the leader's runnable time in which it had a CPU. */
    leaderGot: roundToTwoDigits(cores[0]!.ran / (cores[0]!.ran + cores[0]!.waitedForCpu)),
    loadCores: roundToTwoDigits(loadCores),
    counts: crowd.counts,
    broken: await findBrokenInvariants(deps, crowd.queuedSince),
  };
}

async function countWaiting({ database }: Deps): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from queue_tickets where state = 'waiting'`,
  );
  return rows[0]!.count;
}
