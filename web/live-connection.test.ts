import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

type Opened = {
  say: (event: string, data: object) => void;
  end: () => void;
  breaks: () => void;
  signal: AbortSignal;
};
let opened: Opened[];
let events: EventTarget;
let visible: boolean;
let status: number;

vi.mock('./api-client.ts', () => ({
  fetchWithToken: async (_address: string, { signal }: { signal: AbortSignal }) => {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (one) => {
        controller = one;
      },
    });
    signal.addEventListener('abort', () => controller.error(new Error('aborted')));
    opened.push({
      say: (event, data) =>
        controller.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
      end: () => controller.close(),
      breaks: () => controller.error(new Error('The node is gone.')),
      signal,
    });
    return new Response(body, { status });
  },
}));
const { LiveConnection } = await import('./live-connection.ts');

/** Waits in real time for locks and channels, which are real. Only the clock and its timers are fake. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

type Tab = { connection: InstanceType<typeof LiveConnection>; changes: number; live: boolean; refused: boolean };
const tabs: Tab[] = [];

function openTab(key: string): Tab {
  const connection = new LiveConnection(key, '/api/live');
  const tab: Tab = { connection, changes: 0, live: false, refused: false };
  connection.follow({
    kinds: ['match'],
    onChange: () => {
      tab.changes += 1;
    },
    onStatus: (live, refused) => {
      tab.live = live;
      tab.refused = refused;
    },
  });
  tabs.push(tab);
  return tab;
}

const greet = (at: number, rev: number) => opened[at]!.say('greeting', { now: 'now', topics: { 'match:a': rev } });

beforeEach(() => {
  opened = [];
  events = new EventTarget();
  visible = true;
  status = 200;
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('window', Object.assign(events, { BroadcastChannel }));
  vi.stubGlobal('document', {
    get visibilityState() {
      return visible ? 'visible' : 'hidden';
    },
    addEventListener: events.addEventListener.bind(events),
  });
});
afterEach(() => {
  for (const { connection } of tabs.splice(0)) connection.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Simulates ten minutes of sleep: no timers run and no events arrive. */
function sleep(): void {
  vi.setSystemTime(Date.now() + 600_000);
}

test('reports a refusal in every tab until the stream is back', async () => {
  status = 403;
  const holder = openTab('refused');
  const other = openTab('refused');
  await until(() => holder.refused && other.refused);
  expect([holder.live, other.live]).toEqual([false, false]);
  status = 200;
  events.dispatchEvent(new Event('online'));
  await until(() => opened.length === 2);
  greet(1, 1);
  await until(() => holder.live && other.live);
  expect([holder.refused, other.refused]).toEqual([false, false]);
});

test('waits a minute when banned and reconnects once the ban is over', async () => {
  const tab = openTab('banned');
  await until(() => opened.length === 1);
  greet(0, 1);
  await until(() => tab.live);
  opened[0]!.say('bye', { reason: 'banned' });
  opened[0]!.end();
  await until(() => tab.refused);
  // A ban changes the pages, so data is refetched at once.
  expect(tab.changes).toBe(2);
  await until(() => vi.getTimerCount() === 2);
  vi.advanceTimersByTime(59_999);
  await new Promise((resolve) => setImmediate(resolve));
  expect([opened.length, tab.live]).toEqual([1, false]);
  vi.advanceTimersByTime(1);
  await until(() => opened.length === 2);
  greet(1, 2);
  await until(() => tab.live);
  expect([tab.refused, tab.changes]).toEqual([false, 3]);
});

describe('a page that slept', () => {
  test('reopens its stream at once and refetches changed data', async () => {
    const tab = openTab('sleeper');
    await until(() => opened.length === 1);
    greet(0, 1);
    await until(() => tab.live);
    expect(tab.changes).toBe(1);
    sleep();
    events.dispatchEvent(new Event('visibilitychange'));
    expect(tab.live).toBe(false);
    // It reopens without waiting for a timer.
    await until(() => opened.length === 2);
    expect(opened[0]!.signal.aborted).toBe(true);
    greet(1, 2);
    await until(() => tab.live);
    expect(tab.changes).toBe(2);
  });

  test('skips the rest of its retry delay', async () => {
    openTab('waiter');
    await until(() => opened.length === 1);
    opened[0]!.end();
    await until(() => vi.getTimerCount() === 2);
    expect(opened).toHaveLength(1);
    sleep();
    events.dispatchEvent(new Event('visibilitychange'));
    await until(() => opened.length === 2);
  });

  test('keeps a stream that received something recently', async () => {
    const tab = openTab('awake');
    await until(() => opened.length === 1);
    greet(0, 1);
    await until(() => tab.live);
    vi.setSystemTime(Date.now() + 10_000);
    events.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setImmediate(resolve));
    expect([tab.live, opened.length, opened[0]!.signal.aborted]).toEqual([true, 1, false]);
  });
});

test('reconnects to another node after a random delay when its node shuts down', async () => {
  const tab = openTab('moved');
  await until(() => opened.length === 1);
  greet(0, 1);
  await until(() => tab.live);
  opened[0]!.say('bye', { reason: 'closing' });
  opened[0]!.end();
  await until(() => !tab.live);
  await until(() => vi.getTimerCount() === 2);
  vi.advanceTimersByTime(749);
  await new Promise((resolve) => setImmediate(resolve));
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await until(() => opened.length === 2);
  greet(1, 1);
  await until(() => tab.live);
  // Nothing changed in the meantime, so nothing is refetched.
  expect(tab.changes).toBe(1);
});

test('reconnects quickly after a stream breaks and more slowly when it never opened', async () => {
  const tab = openTab('breaks');
  const openedAfter = async (ms: number) => {
    const before = opened.length;
    await until(() => vi.getTimerCount() === 2);
    vi.advanceTimersByTime(ms - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(opened).toHaveLength(before);
    vi.advanceTimersByTime(1);
    await until(() => opened.length === before + 1);
  };
  await until(() => opened.length === 1);
  for (let times = 0; times < 3; times += 1) {
    greet(times, 1);
    await until(() => tab.live);
    opened[times]!.breaks();
    await openedAfter(750);
  }
  opened[3]!.breaks();
  await openedAfter(1_500);
  opened[4]!.breaks();
  await openedAfter(3_000);
});

describe('two tabs of one browser', () => {
  test('shares one stream, which the other tab takes over without missing anything when one closes', async () => {
    const [one, two] = [openTab('pair'), openTab('pair')];
    await until(() => opened.length === 1);
    greet(0, 1);
    await until(() => one.live && two.live);
    expect([one.changes, two.changes]).toEqual([1, 1]);
    one.connection.stop();
    await until(() => opened.length === 2);
    expect(opened[0]!.signal.aborted).toBe(true);
    greet(1, 2);
    await until(() => two.changes === 2);
    expect([one.changes, two.live]).toEqual([1, true]);
  });

  test('hands the stream to the visible tab when the other one is frozen', async () => {
    const [frozen, looked] = [openTab('frozen'), openTab('frozen')];
    await until(() => opened.length === 1);
    greet(0, 1);
    await until(() => frozen.live && looked.live);
    sleep();
    // Only the second tab is awake.
    visible = true;
    (looked.connection as unknown as { look: (most: number) => void }).look(25_000);
    await until(() => opened.length === 2);
    await until(() => opened[0]!.signal.aborted);
    greet(1, 2);
    await until(() => looked.changes === 2 && frozen.changes === 2);
    // The first tab waits for the lock and doesn't steal it back.
    await new Promise((resolve) => setImmediate(resolve));
    expect(opened).toHaveLength(2);
  });

  test("delivers each payload once and counts it as a change when a listener can't show it", async () => {
    const [one, two] = [openTab('words'), openTab('words')];
    await until(() => opened.length === 1);
    greet(0, 1);
    await until(() => one.live && two.live);
    const received: unknown[] = [];
    one.connection.follow({
      kinds: ['match'],
      onChange: () => received.push('changed'),
      onStatus: () => {},
      onPayload: (topic, words) => received.push([topic, words]) > 0,
    });
    const say = (rev: number, words: string) => opened[0]!.say('words', { topic: 'match:a', rev, words });
    say(2, 'First');
    say(2, 'First again');
    say(3, 'Second');
    await until(() => one.changes === 3 && two.changes === 3);
    expect(received).toEqual([
      ['match:a', 'First'],
      ['match:a', 'Second'],
    ]);
    // The payload already covered this revision, so a greeting with the same one changes nothing.
    greet(0, 3);
    opened[0]!.say('change', { 'match:b': 1 });
    await until(() => one.changes === 4);
    expect(received).toHaveLength(3);
  });
});
