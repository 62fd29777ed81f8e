/** A queue that serves its owners round robin. */
export type FairQueue<T> = {
  add: (who: string, one: T) => void;
  /** Removes and returns the next owner's first item, and moves that owner to the end. */
  take: () => T | undefined;
  /** @returns whether the item was still waiting */
  drop: (who: string, one: T) => boolean;
  countWaiting: () => number;
  countWaitingOf: (who: string) => number;
};

/** Creates a queue in which the next item of an owner waits for at most one item of each other owner. */
export function createFairQueue<T>(): FairQueue<T> {
  // A Map iterates over its keys in insertion order, so the first owner is next.
  const lines = new Map<string, T[]>();
  return {
    add(who, one) {
      const line = lines.get(who);
      if (line) line.push(one);
      else lines.set(who, [one]);
    },
    take() {
      const [first] = lines;
      if (!first) return undefined;
      const [who, line] = first;
      lines.delete(who);
      const one = line.shift();
      if (line.length > 0) lines.set(who, line);
      return one;
    },
    drop(who, one) {
      const line = lines.get(who);
      const place = line?.indexOf(one) ?? -1;
      if (!line || place < 0) return false;
      line.splice(place, 1);
      if (line.length === 0) lines.delete(who);
      return true;
    },
    countWaiting: () => [...lines.values()].reduce((sum, line) => sum + line.length, 0),
    countWaitingOf: (who) => lines.get(who)?.length ?? 0,
  };
}
