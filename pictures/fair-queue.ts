/** Those who wait, each in a line of their own; the lines are served in turn. */
export type FairQueue<T> = {
  add: (who: string, one: T) => void;
  /** The first of the line whose turn it is; that line goes behind the others. */
  take: () => T | undefined;
  /** @returns whether it was still waiting */
  drop: (who: string, one: T) => boolean;
  countWaiting: () => number;
  countWaitingOf: (who: string) => number;
};

/** Nobody waits for more than one of each other person, however many of theirs somebody has brought. */
export function createFairQueue<T>(): FairQueue<T> {
  // A map gives its keys in the order in which they were put in: the first is next.
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
