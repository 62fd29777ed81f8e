import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../server/deps.ts';
import { listConnectedUsers } from '../live/live-hub.commands.ts';
import { QUEUE_CHANGED_TOPIC } from './queue.commands.ts';
import * as tickets from './queue.queries.ts';
import { SEEN_EVERY_MS } from './queue.rules.ts';
import { getQueueNow } from './queue-clock.commands.ts';
import { QueueLeader } from './queue-leader.commands.ts';

/** Interval between rounds while anyone is waiting. Otherwise rounds are rare and start when someone joins. */
const TICK_MS = 1_000;
const RESTART_DELAY_MS = 5_000;

export type QueueService = { stop: () => Promise<void> };

/**
 * Starts the queue's background work on a node.
 * @param part.leads whether it runs matching rounds; part.serves whether it tracks who has a page open
 */
export function startQueue(deps: Deps, part: { leads: boolean; serves: boolean }): QueueService {
  const controller = new AbortController();
  const works = [
    part.leads ? runLeader(deps, controller.signal) : undefined,
    part.serves ? recordPresence(deps, controller.signal) : undefined,
  ];
  return {
    stop: async () => {
      controller.abort();
      await Promise.all(works);
    },
  };
}

async function runLeader(deps: Deps, signal: AbortSignal): Promise<void> {
  const leader = new QueueLeader(deps);
  let wakeUp = () => {};
  const unsubscribe = deps.bus.subscribe(QUEUE_CHANGED_TOPIC, () => wakeUp());
  while (!signal.aborted) {
    const startedAt = performance.now();
    const isBusy = await leader.tick().catch((error: unknown) => {
      deps.log.warn({ err: error }, 'queue: matching round failed');
      return true;
    });
    const wakeSignal = new Promise<void>((resolve) => {
      wakeUp = isBusy ? () => {} : resolve;
    });
    const time = pause(
      Math.max(0, (isBusy ? TICK_MS : RESTART_DELAY_MS) - (performance.now() - startedAt)),
      undefined,
      {
        signal,
      },
    );
    await Promise.race([wakeSignal, time]).catch(() => {});
  }
  unsubscribe();
  await leader.stop().catch(() => {});
}

/** Records who has a page open on this node, so absent players aren't invited to a check. */
async function recordPresence(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const people = listConnectedUsers(deps);
    try {
      if (people.length > 0) await tickets.markSeen(deps.db, people, await getQueueNow(deps));
    } catch (error) {
      deps.log.warn({ err: error }, 'queue: could not record presence');
    }
    await pause(SEEN_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}
