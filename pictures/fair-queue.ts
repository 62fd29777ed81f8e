/** A queue that serves its owners round robin. */
export type FairQueue<T> = {
  add: (owner: string, one: T) => void;
  /** Removes and returns the next owner's first item, and moves that owner to the end. */
  take: () => T | undefined;
  /** @returns whether the item was still waiting */
  drop: (owner: string, one: T) => boolean;
  countWaiting: () => number;
  countWaitingOf: (owner: string) => number;
};

/** Creates a queue in which the next item of an owner waits for at most one item of each other owner. */
export function createFairQueue<T>(): FairQueue<T> {
  // A Map iterates over its keys in insertion order, so the first owner is next.
  const lines = new Map<string, T[]>();
  return {
    add(user, one) {
      const line = lines.get(user);
      if (line) line.push(one);
      else lines.set(user, [one]);
    },
    take() {
      const [first] = lines;
      if (!first) return undefined;
      const [owner, waitingTasks] = first;
      lines.delete(owner);
      const task = waitingTasks.shift();
      if (waitingTasks.length > 0) lines.set(owner, waitingTasks);
      return task;
    },
    drop(user, one) {
      const line = lines.get(user);
      const place = line?.indexOf(one) ?? -1;
      if (!line || place < 0) return false;
      line.splice(place, 1);
      if (line.length === 0) lines.delete(user);
      return true;
    },
    countWaiting: () => [...lines.values()].reduce((sum, line) => sum + line.length, 0),
    countWaitingOf: (user) => lines.get(user)?.length ?? 0,
  };
}
