import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

type Opened = {
  say: (event: string, data: object) => void;
  end: () => void;
  breaks: () => void;
  signal: AbortSignal;
};
let sockets: Opened[];
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
    sockets.push({
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
async function waitUntil(condition: () => boolean): Promise<void> {
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
    onStatus: (live, isRefused) => {
      tab.live = live;
      tab.refused = isRefused;
    },
  });
  tabs.push(tab);
  return tab;
}

const greet = (socketIndex: number, rev: number) =>
  sockets[socketIndex]!.say('greeting', { now: 'now', topics: { 'match:a': rev } });

beforeEach(() => {
  sockets = [];
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
  await waitUntil(() => holder.refused && other.refused);
  expect([holder.live, other.live]).toEqual([false, false]);
  status = 200;
  events.dispatchEvent(new Event('online'));
  await waitUntil(() => sockets.length === 2);
  greet(1, 1);
  await waitUntil(() => holder.live && other.live);
  expect([holder.refused, other.refused]).toEqual([false, false]);
});

test('waits a minute when banned and reconnects once the ban is over', async () => {
  const tab = openTab('banned');
  await waitUntil(() => sockets.length === 1);
  greet(0, 1);
  await waitUntil(() => tab.live);
  sockets[0]!.say('bye', { reason: 'banned' });
  sockets[0]!.end();
  await waitUntil(() => tab.refused);
  // A ban changes the pages, so data is refetched at once.
  expect(tab.changes).toBe(2);
  await waitUntil(() => vi.getTimerCount() === 2);
  vi.advanceTimersByTime(59_999);
  await new Promise((resolve) => setImmediate(resolve));
  expect([sockets.length, tab.live]).toEqual([1, false]);
  vi.advanceTimersByTime(1);
  await waitUntil(() => sockets.length === 2);
  greet(1, 2);
  await waitUntil(() => tab.live);
  expect([tab.refused, tab.changes]).toEqual([false, 3]);
});

describe('a page that slept', () => {
  test('reopens its stream at once and refetches changed data', async () => {
    const tab = openTab('sleeper');
    await waitUntil(() => sockets.length === 1);
    greet(0, 1);
    await waitUntil(() => tab.live);
    expect(tab.changes).toBe(1);
    sleep();
    events.dispatchEvent(new Event('visibilitychange'));
    expect(tab.live).toBe(false);
    // It reopens without waiting for a timer.
    await waitUntil(() => sockets.length === 2);
    expect(sockets[0]!.signal.aborted).toBe(true);
    greet(1, 2);
    await waitUntil(() => tab.live);
    expect(tab.changes).toBe(2);
  });

  test('skips the rest of its retry delay', async () => {
    openTab('waiter');
    await waitUntil(() => sockets.length === 1);
    sockets[0]!.end();
    await waitUntil(() => vi.getTimerCount() === 2);
    expect(sockets).toHaveLength(1);
    sleep();
    events.dispatchEvent(new Event('visibilitychange'));
    await waitUntil(() => sockets.length === 2);
  });

  test('keeps a stream that received something recently', async () => {
    const tab = openTab('awake');
    await waitUntil(() => sockets.length === 1);
    greet(0, 1);
    await waitUntil(() => tab.live);
    vi.setSystemTime(Date.now() + 10_000);
    events.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setImmediate(resolve));
    expect([tab.live, sockets.length, sockets[0]!.signal.aborted]).toEqual([true, 1, false]);
  });
});

test('reconnects to another node after a random delay when its node shuts down', async () => {
  const tab = openTab('moved');
  await waitUntil(() => sockets.length === 1);
  greet(0, 1);
  await waitUntil(() => tab.live);
  sockets[0]!.say('bye', { reason: 'closing' });
  sockets[0]!.end();
  await waitUntil(() => !tab.live);
  await waitUntil(() => vi.getTimerCount() === 2);
  vi.advanceTimersByTime(749);
  await new Promise((resolve) => setImmediate(resolve));
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await waitUntil(() => sockets.length === 2);
  greet(1, 1);
  await waitUntil(() => tab.live);
  // Nothing changed in the meantime, so nothing is refetched.
  expect(tab.changes).toBe(1);
});

test('reconnects quickly after a stream breaks and more slowly when it never opened', async () => {
  const tab = openTab('breaks');
  const reopenAfter = async (ms: number) => {
    const before = sockets.length;
    await waitUntil(() => vi.getTimerCount() === 2);
    vi.advanceTimersByTime(ms - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sockets).toHaveLength(before);
    vi.advanceTimersByTime(1);
    await waitUntil(() => sockets.length === before + 1);
  };
  await waitUntil(() => sockets.length === 1);
  for (let times = 0; times < 3; times += 1) {
    greet(times, 1);
    await waitUntil(() => tab.live);
    sockets[times]!.breaks();
    await reopenAfter(750);
  }
  sockets[3]!.breaks();
  await reopenAfter(1_500);
  sockets[4]!.breaks();
  await reopenAfter(3_000);
});

describe('two tabs of one browser', () => {
  test('share one stream, which the remaining tab takes over without missing anything', async () => {
    const [one, two] = [openTab('pair'), openTab('pair')];
    await waitUntil(() => sockets.length === 1);
    greet(0, 1);
    await waitUntil(() => one.live && two.live);
    expect([one.changes, two.changes]).toEqual([1, 1]);
    one.connection.stop();
    await waitUntil(() => sockets.length === 2);
    expect(sockets[0]!.signal.aborted).toBe(true);
    greet(1, 2);
    await waitUntil(() => two.changes === 2);
    expect([one.changes, two.live]).toEqual([1, true]);
  });

  test('hand the stream to the visible tab when the other one is frozen', async () => {
    const [frozenTab, activeTab] = [openTab('frozen'), openTab('frozen')];
    await waitUntil(() => sockets.length === 1);
    greet(0, 1);
    await waitUntil(() => frozenTab.live && activeTab.live);
    sleep();
    // Only the second tab is awake.
    visible = true;
    (activeTab.connection as unknown as { checkSilence: (maxSilenceMs: number) => void }).checkSilence(25_000);
    await waitUntil(() => sockets.length === 2);
    await waitUntil(() => sockets[0]!.signal.aborted);
    greet(1, 2);
    await waitUntil(() => activeTab.changes === 2 && frozenTab.changes === 2);
    // The first tab waits for the lock and doesn't steal it back.
    await new Promise((resolve) => setImmediate(resolve));
    expect(sockets).toHaveLength(2);
  });

  test("get each payload once, and count it as a change when a listener can't show it", async () => {
    const [one, two] = [openTab('words'), openTab('words')];
    await waitUntil(() => sockets.length === 1);
    greet(0, 1);
    await waitUntil(() => one.live && two.live);
    const payloads: unknown[] = [];
    one.connection.follow({
      kinds: ['match'],
      onChange: () => payloads.push('changed'),
      onStatus: () => {},
      onPayload: (topic, payload) => payloads.push([topic, payload]) > 0,
    });
    const say = (rev: number, text: string) => sockets[0]!.say('words', { topic: 'match:a', rev, words: text });
    say(2, 'First');
    say(2, 'First again');
    say(3, 'Second');
    await waitUntil(() => one.changes === 3 && two.changes === 3);
    expect(payloads).toEqual([
      ['match:a', 'First'],
      ['match:a', 'Second'],
    ]);
    // The payload already covered this revision, so a greeting with the same one changes nothing.
    greet(0, 3);
    sockets[0]!.say('change', { 'match:b': 1 });
    await waitUntil(() => one.changes === 4);
    expect(payloads).toHaveLength(3);
  });
});
