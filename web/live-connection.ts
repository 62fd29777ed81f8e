import { fetchWithToken } from './api-client.ts';
import {
  createFrameReader,
  findChangedKinds,
  getReconnectDelay,
  getTopicKind,
  type LiveFrame,
  type Revs,
} from './live-frames.ts';
import { getServerNow, syncServerTime } from './ui/server-clock.ts';

/** Maximum silence: two server heartbeats plus a margin. */
const SILENCE_MS = 45_000;
/** Maximum silence after waking up: one heartbeat plus a margin. */
const SILENCE_AFTER_WAKE_MS = 25_000;
const SILENCE_CHECK_MS = 5_000;
/** Delay after a refusal (user banned, too many streams), because its cause won't go away within seconds. */
const REFUSED_DELAY_MS = 60_000;

/** Messages between tabs of one browser. */
type TabMessage =
  /** `now`: server time as the sending tab knows it. */
  | { say: 'revs'; revs: Revs; now?: number }
  | { say: 'words'; news: TopicPayload }
  | { say: 'alive' }
  | { say: 'down'; refused?: boolean }
  /** Sent by a new tab. */
  | { say: 'hello' };

type Bye = { reason: string };

/** A topic that has changed, with its new content. */
type TopicPayload = { topic: string; rev: number; words: unknown };

type Listener = {
  kinds: readonly string[];
  onChange: () => void;
  /** @param isRefused whether the server refused the stream, so no connection is coming */
  onStatus: (live: boolean, isRefused: boolean) => void;
  /** @returns whether it showed the new content; if not, `onChange` is called */
  onPayload?: ((topic: string, words: unknown) => boolean) | undefined;
};

/**
 * A live stream that all tabs of a browser share. The tab with the lock holds the stream and relays it to the others.
 * Another tab takes over when that tab closes or is silent for too long.
 */
export class LiveConnection {
  private readonly name: string;
  private readonly address: string;
  private readonly listeners = new Set<Listener>();
  private readonly changedAt = new Map<string, number>();
  private readonly stopController = new AbortController();
  private readonly channel: BroadcastChannel | undefined;
  private revs: Revs | undefined;
  private live = false;
  private isRefused = false;
  private lastHeardAt = Date.now();
  /** Aborts the wait for the lock or, once this tab holds the lock, the stream. */
  private lockAbort = new AbortController();
  /** The stream, if this tab holds it. */
  private stream: AbortController | undefined;
  private hasLock = false;
  /** Aborts the current delay before reconnecting. */
  private pendingWait: AbortController | undefined;
  private shouldReopenAtOnce = false;

  /** @param key user or subject of the stream; tabs with the same key share one */
  constructor(key: string, address: string) {
    this.name = `planet-crew-live-${key}`;
    this.address = address;
    this.channel = 'BroadcastChannel' in window ? new BroadcastChannel(this.name) : undefined;
    this.channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => this.onTabMessage(data));
    const { signal } = this.stopController;
    const silenceTimer = setInterval(() => this.checkSilence(SILENCE_MS), SILENCE_CHECK_MS);
    signal.addEventListener('abort', () => clearInterval(silenceTimer));
    const onWake = () => document.visibilityState === 'visible' && this.checkSilence(SILENCE_AFTER_WAKE_MS);
    document.addEventListener('visibilitychange', onWake, { signal });
    window.addEventListener('pageshow', onWake, { signal });
    window.addEventListener('online', () => this.reopen(), { signal });
    this.say({ say: 'hello' });
    this.waitForLock(false);
  }

  /**
   * Subscribes to kinds of topics and immediately reports the current status.
   * @returns a function that unsubscribes
   */
  follow(listener: Listener): () => void {
    this.listeners.add(listener);
    listener.onStatus(this.live, this.isRefused);
    return () => this.listeners.delete(listener);
  }

  get followed(): boolean {
    return this.listeners.size > 0;
  }

  /** Returns whether a topic of these kinds is known to have changed since this time. */
  changedSince(kinds: readonly string[], instant: number): boolean {
    return kinds.some((kind) => (this.changedAt.get(kind) ?? 0) >= instant);
  }

  stop(): void {
    this.stopController.abort();
    this.lockAbort.abort();
    this.channel?.close();
  }

  /** @param shouldSteal takes the lock from a tab that holds it but is silent, such as one frozen by the phone */
  private waitForLock(shouldSteal: boolean): void {
    this.lockAbort.abort();
    const lockAbort = new AbortController();
    this.lockAbort = lockAbort;
    // Locks exist only in secure contexts. Without them, each tab has its own stream.
    if (!navigator.locks || !this.channel) return void this.hold(lockAbort.signal);
    const options = shouldSteal ? { steal: shouldSteal } : { signal: lockAbort.signal };
    navigator.locks
      .request(this.name, options, () => this.hold(lockAbort.signal))
      .catch(() => {
        if (lockAbort.signal.aborted) return;
        // Another tab stole the lock, so this one queues behind it.
        lockAbort.abort();
        this.waitForLock(false);
      });
  }

  /** Keeps the stream open, reconnecting as needed, until this tab loses the lock. */
  private async hold(signal: AbortSignal): Promise<void> {
    this.hasLock = true;
    for (let failures = 0; !signal.aborted; ) {
      this.stream = new AbortController();
      const stream = this.stream;
      const end = () => stream.abort();
      signal.addEventListener('abort', end, { once: true });
      const result = await this.read(stream.signal).catch(() => 'failed' as const);
      signal.removeEventListener('abort', end);
      if (signal.aborted) break;
      // A stream that was open before it broke resets the failure count.
      if (this.live) failures = 0;
      const isRefused = result === 'refused';
      this.setStatus(false, isRefused);
      this.say({ say: 'down', refused: isRefused });
      if (!this.shouldReopenAtOnce)
        await this.pause(result === 'refused' ? REFUSED_DELAY_MS : getReconnectDelay(failures), signal);
      failures = result === 'failed' && !this.shouldReopenAtOnce ? failures + 1 : 0;
      this.shouldReopenAtOnce = false;
    }
    this.stream = undefined;
    this.hasLock = false;
  }

  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    this.pendingWait = new AbortController();
    await pause(ms, AbortSignal.any([signal, this.pendingWait.signal]));
    this.pendingWait = undefined;
  }

  /**
   * Reconnects immediately. Only this browser woke up or came back online, so other clients don't reconnect at the same
   * moment.
   */
  private reopen(): void {
    this.shouldReopenAtOnce = this.stream !== undefined && !this.pendingWait;
    this.pendingWait?.abort();
    this.stream?.abort();
  }

  private async read(signal: AbortSignal): Promise<'ended' | 'refused'> {
    this.lastHeardAt = Date.now();
    const response = await fetchWithToken(this.address, { signal, headers: { Accept: 'text/event-stream' } });
    if (response.status >= 400 && response.status < 500) return 'refused';
    if (!response.ok || !response.body) throw new Error(`No stream: ${response.status}`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const readFrames = createFrameReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      this.lastHeardAt = Date.now();
      for (const frame of readFrames(value)) {
        if (frame.event === 'bye' && (frame.data as Bye).reason === 'banned') return 'refused';
        this.take(frame);
      }
    }
  }

  private take({ event, data }: LiveFrame): void {
    if (event === 'greeting') {
      const { now, topics } = data as { now: string; topics: Revs };
      syncServerTime(Date.parse(now));
      this.applyRevisions(topics);
    }
    if (event === 'change') this.applyRevisions({ ...this.revs, ...(data as Revs) });
    if (event === 'words') {
      this.applyPayload(data as TopicPayload);
      this.say({ say: 'words', news: data as TopicPayload });
    } else if (event !== 'bye') this.say({ say: 'revs', revs: this.revs!, now: getServerNow() });
  }

  private onTabMessage(message: TabMessage): void {
    if (message.say === 'hello') {
      if (this.hasLock && this.live) this.say({ say: 'revs', revs: this.revs!, now: getServerNow() });
      return;
    }
    if (this.hasLock) return;
    this.lastHeardAt = Date.now();
    if (message.say === 'down') this.setStatus(false, message.refused);
    if (message.say === 'revs') {
      if (message.now !== undefined) syncServerTime(message.now);
      this.applyRevisions(message.revs);
    }
    if (message.say === 'words') this.applyPayload(message.news);
  }

  private applyRevisions(revs: Revs): void {
    const changedKinds = findChangedKinds(this.revs, revs);
    this.revs = revs;
    const now = Date.now();
    if (changedKinds !== 'all') for (const kind of changedKinds) this.changedAt.set(kind, now);
    this.setStatus(true);
    for (const { kinds, onChange: tell } of this.listeners) {
      if (changedKinds === 'all' || kinds.some((kind) => changedKinds.has(kind))) tell();
    }
  }

  private applyPayload({ topic, rev, words }: TopicPayload): void {
    // A tab that knows no revisions yet will soon receive all of them.
    if (!this.revs || (this.revs[topic] ?? 0) >= rev) return;
    this.revs = { ...this.revs, [topic]: rev };
    const kind = getTopicKind(topic);
    this.changedAt.set(kind, Date.now());
    for (const { kinds, onPayload, onChange } of this.listeners) {
      if (kinds.includes(kind) && !onPayload?.(topic, words)) onChange();
    }
  }

  private setStatus(live: boolean, isRefused = false): void {
    if (this.live === live && this.isRefused === isRefused) return;
    // A refusal while live, such as a ban, changes what the page shows, and no further event will say so. Refetch now.
    const wasRefused = this.live && isRefused;
    this.live = live;
    this.isRefused = isRefused;
    for (const listener of this.listeners) {
      listener.onStatus(live, isRefused);
      if (wasRefused) listener.onChange();
    }
  }

  private checkSilence(maxSilenceMs: number): void {
    if (this.hasLock) this.say({ say: 'alive' });
    // A refused stream receives nothing, and retries when its delay is over.
    if (this.hasLock && this.isRefused) return;
    if (Date.now() - this.lastHeardAt < maxSilenceMs) return;
    this.lastHeardAt = Date.now();
    this.setStatus(false);
    if (this.hasLock) this.reopen();
    else if (document.visibilityState === 'visible') this.waitForLock(true);
  }

  private say(what: TabMessage): void {
    if (!this.stopController.signal.aborted) this.channel?.postMessage(what);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
