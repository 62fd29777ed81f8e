export type LiveFrame = { event: string; data: unknown };

/**
 * Creates a parser for server-sent events as our stream sends them: `event` and one line of `data`. Chunks may end
 * anywhere.
 * @returns a function that takes the next chunk and returns the completed frames
 */
export function createFrameReader(): (piece: string) => LiveFrame[] {
  let buffer = '';
  return (piece) => {
    const blocks = (buffer + piece).split('\n\n');
    buffer = blocks.pop()!;
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const findLine = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const [event, data] = [findLine('event'), findLine('data')];
      // Skip heartbeats.
      if (event === undefined || data === undefined) return [];
      return [{ event, data: JSON.parse(data) as unknown }];
    });
  };
}

export type Revs = Readonly<Record<string, number>>;

export const getTopicKind = (topic: string) => topic.split(':')[0]!;

/** Returns the kinds of topics that were added, removed or changed; all kinds if none were known before. */
export function findChangedKinds(knownRevs: Revs | undefined, now: Revs): Set<string> | 'all' {
  if (!knownRevs) return 'all';
  const topics = new Set([...Object.keys(knownRevs), ...Object.keys(now)]);
  return new Set([...topics].filter((topic) => knownRevs[topic] !== now[topic]).map(getTopicKind));
}

const FIRST_DELAY_MS = 1_500;
const MAX_DELAY_MS = 20_000;

/**
 * Returns a random reconnect delay in ms, so that the clients of a closed node don't all reconnect at once.
 * @param failures consecutive failures so far; 0 if the stream was open
 */
export const getReconnectDelay = (failures: number) =>
  Math.random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
