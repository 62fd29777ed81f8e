/** A queue with a separate line for each owner; the lines take turns (round robin). */
export type FairQueue<T> = {
  add: (who: string, one: T) => void;
  /** Returns the first item of the next line and moves that line to the end. */
  take: () => T | undefined;
  /** @returns whether it was still waiting */
  drop: (who: string, one: T) => boolean;
  countWaiting: () => number;
  countWaitingOf: (who: string) => number;
};

/** Creates a queue in which an item waits for at most one item of each other owner, no matter how many they added. */
export function createFairQueue<T>(): FairQueue<T> {
  // A Map iterates over its keys in insertion order, so the first one is next.
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
