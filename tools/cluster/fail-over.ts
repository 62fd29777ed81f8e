import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './start-cluster.ts';
import type { TrafficLog } from './traffic-log.ts';

/** Ways to lose a leader: it's killed, frozen or cut off from the network. */
export const FAILURES = ['kill', 'freeze', 'cut'] as const;

const CHECK_MS = 250;
const MAX_WAIT_MS = 120_000;
/** Number of acknowledged writes after which traffic counts as recovered. */
const RECOVERED_WRITES = 20;
const UNHEALTHY_STATE = /down|not|frozen|cut|start|stop|unhealthy/;

async function waitUntil(isSo: () => Promise<boolean> | boolean, what: () => Promise<string> | string): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > MAX_WAIT_MS)
      throw new Error(`Not within ${MAX_WAIT_MS / 1_000} s: ${await what()}`);
    await pause(CHECK_MS);
  }
}

const listStates = ({ parts }: Cluster) =>
  Promise.all([...parts.values()].map(async (part) => `${part.name} ${await part.readState()}`));

/** Waits until every part is healthy and one replica is in sync with the leader. */
export function waitUntilHealthy(cluster: Cluster): Promise<void> {
  return waitUntil(
    async () => {
      const states = await listStates(cluster);
      return (
        states.filter((state) => state.includes('sync standby')).length === 1 &&
        !states.some((one) => UNHEALTHY_STATE.test(one))
      );
    },
    async () => `every part is well. ${(await listStates(cluster)).join('; ')}`,
  );
}

/** Waits until `more` additional writes are acknowledged. */
export function waitUntilWritten(trafficLog: TrafficLog, more: number): Promise<void> {
  const before = trafficLog.acknowledged();
  return waitUntil(
    () => trafficLog.acknowledged() - before >= more,
    () => `${more} writes are acknowledged. There were ${trafficLog.acknowledged() - before}.`,
  );
}

/**
 * Takes down the leader under traffic, waits until writes work again, and brings the node back.
 * @returns the longest time in ms without an acknowledged write
 */
export async function runFailover(
  cluster: Cluster,
  trafficLog: TrafficLog,
  way: (typeof FAILURES)[number],
): Promise<number> {
  await waitUntilHealthy(cluster);
  await waitUntilWritten(trafficLog, RECOVERED_WRITES);
  await trafficLog.warm();
  const leader = await cluster.leader();
  if (!leader) throw new Error('There is no leader that could be lost.');
  trafficLog.resetGap();
  await cluster.parts.get(leader)![way]();
  await waitUntil(
    async () => ![undefined, leader].includes(await cluster.leader()),
    () => `another than ${leader} leads.`,
  );
  await waitUntilWritten(trafficLog, RECOVERED_WRITES);
  const gapMs = trafficLog.longestGapMs();
  await cluster.parts.get(leader)!.restart();
  await waitUntilHealthy(cluster);
  return gapMs;
}
