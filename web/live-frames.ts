export type LiveFrame = { event: string; data: unknown };

/**
 * Reads server-sent events as our stream writes them: `event` and one line of `data`, in pieces that end anywhere.
 * @returns takes the next piece of text and gives the frames that are whole now
 */
export function createFrameReader(): (piece: string) => LiveFrame[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop()!;
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const lineOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const [event, data] = [lineOf('event'), lineOf('data')];
      // A heartbeat.
      if (event === undefined || data === undefined) return [];
      return [{ event, data: JSON.parse(data) as unknown }];
    });
  };
}

export type Revs = Readonly<Record<string, number>>;

export const kindOf = (topic: string) => topic.split(':')[0]!;

/** The kinds of which a topic came, went or changed; all of them where nothing was known before. */
export function findChangedKinds(known: Revs | undefined, now: Revs): Set<string> | 'all' {
  if (!known) return 'all';
  const topics = new Set([...Object.keys(known), ...Object.keys(now)]);
  return new Set([...topics].filter((topic) => known[topic] !== now[topic]).map(kindOf));
}

const FIRST_DELAY_MS = 1_500;
const MAX_DELAY_MS = 20_000;

/**
 * Each page comes back after its own delay, so that those of a node that closed do not come all at once.
 * @param failures in a row before this one; a stream that was there has none
 */
export const getReconnectDelay = (failures: number) =>
  Math.random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
