import { setTimeout as pause } from 'node:timers/promises';
import type { Diary } from './diary.ts';
import type { Cluster } from './start-cluster.ts';

/** How a leader is lost: its end, its freezing, its network. */
export const WAYS = ['kill', 'freeze', 'cut'] as const;

const LOOK_MS = 250;
const LONGEST_MS = 120_000;
/** Acknowledged writes after which people write as before. */
const AS_BEFORE = 20;
const HURT = /down|not|frozen|cut|start|stop|unhealthy/;

async function until(isSo: () => Promise<boolean> | boolean, what: () => Promise<string> | string): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > LONGEST_MS) throw new Error(`Not within ${LONGEST_MS / 1_000} s: ${await what()}`);
    await pause(LOOK_MS);
  }
}

const statesOf = ({ parts }: Cluster) =>
  Promise.all([...parts.values()].map(async (part) => `${part.name} ${await part.state()}`));

/** Waits until every part is well and one replica is in step with the leader. */
export function untilWhole(cluster: Cluster): Promise<void> {
  return until(
    async () => {
      const states = await statesOf(cluster);
      return (
        states.filter((state) => state.includes('sync standby')).length === 1 && !states.some((one) => HURT.test(one))
      );
    },
    async () => `every part is well. ${(await statesOf(cluster)).join('; ')}`,
  );
}

/** Waits until so many more writes than now are acknowledged. */
export function untilWritten(diary: Diary, more: number): Promise<void> {
  const before = diary.acknowledged();
  return until(
    () => diary.acknowledged() - before >= more,
    () => `${more} writes are acknowledged. There were ${diary.acknowledged() - before}.`,
  );
}

/**
 * Takes the leader away while people write, waits until they write again, and brings it back.
 * @returns the longest time in ms without an acknowledged write
 */
export async function failOver(cluster: Cluster, diary: Diary, way: (typeof WAYS)[number]): Promise<number> {
  await untilWhole(cluster);
  await untilWritten(diary, AS_BEFORE);
  await diary.warm();
  const leader = await cluster.leader();
  if (!leader) throw new Error('There is no leader that could be lost.');
  diary.resetGap();
  await cluster.parts.get(leader)![way]();
  await until(
    async () => ![undefined, leader].includes(await cluster.leader()),
    () => `another than ${leader} leads.`,
  );
  await untilWritten(diary, AS_BEFORE);
  const gapMs = diary.longestGapMs();
  await cluster.parts.get(leader)!.restart();
  await untilWhole(cluster);
  return gapMs;
}
