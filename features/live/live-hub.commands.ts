import { setTimeout as pause } from 'node:timers/promises';
import { createBatcher } from '../../db/batcher.ts';
import type { Db } from '../../db/database.ts';
import { type Actor, type Deps, port, resolvePort } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { getTokenExpiry } from '../accounts/sessions/sessions.commands.ts';
import * as messages from './live.messages.ts';
import { readRevisions } from './live.queries.ts';
import { type LiveBye, LiveNews } from './live.schema.ts';
import { findRefusals, type Listener } from './live-access.commands.ts';
import { frames } from './live-frames.rules.ts';
import { LiveStream, type StreamBearer } from './live-stream.commands.ts';

/**
 * Returns the topics of one kind that each user may see now.
 * @param users user ids, batched because many clients reconnect at once
 */
export type LookUpTopics = (db: Db, users: string[], now: Date) => Promise<{ userId: string; id: string }[]>;

/** Topic lookups by kind, each registered by its feature. `person` and `inbox` are built in. */
export const topicsByKind = port<Record<string, LookUpTopics>>('live.topics');

/**
 * New content of a topic, the revision it reaches, and the users who may read it. Other followers get the revision
 * only.
 */
type TopicPayload = { upToRevision: number; words: unknown; readers: ReadonlySet<string> };
/** @param topics the last published revision of each topic; undefined to read only the newest content */
export type LookUpPayloads = (
  db: Db,
  topics: ReadonlyMap<string, number | undefined>,
) => Promise<Map<string, TopicPayload>>;

/** Content lookups for append-only topic kinds, which publish their new content along with the revision. */
export const payloadsByKind = port<Record<string, LookUpPayloads>>('live.words');

/** Topic kinds that anyone may follow, even signed out. */
export const publicKinds = port<readonly string[]>('live.public');

const getTopicKind = (topic: string) => topic.split(':')[0]!;
const getTopicId = (topic: string) => topic.split(':')[1]!;

const OWN_KINDS = ['person', 'inbox'];
/** Maximum number of streams per user, across browsers, phones and apps. */
const MAX_STREAMS_PER_USER = 12;
/**
 * Maximum number of readers per greeting query. When a node stops, all its clients reconnect at once, and a few large
 * queries are faster than many small ones.
 */
const GREETING_BATCH_SIZE = 2_000;
const GREETING_INTERVAL_MS = 50;
const SWEEP_MS = 5_000;
/** Minimum interval between content lookups. Each one covers all changed topics. */
const PAYLOAD_INTERVAL_MS = 20;
/** Timeout for a content lookup; after this, pages fetch the content themselves. */
const PAYLOAD_TIMEOUT_MS = 250;
/** Heartbeat interval of a stream. */
const HEARTBEAT_MS = 20_000;
/** Interval between batches of heartbeats. Sending all at once would delay other updates. */
const HEARTBEAT_BATCH_MS = 100;

type Reader = {
  /** The id of a signed-in user; undefined for readers of public topics. */
  userId?: string;
  /** The topics requested by a reader of public topics. */
  requestedTopics?: readonly string[];
  streams: Set<LiveStream>;
  topics: Map<string, number>;
};

/**
 * Manages this node's open streams and forwards published changes to each topic's readers. For a stream, it queries the
 * database only when the stream opens, or when the user's topics or account status may have changed.
 */
class LiveHub {
  private readonly deps: Deps;
  private readonly readers = new Set<Reader>();
  private readonly people = new Map<string, Reader>();
  /** Number of open connections by user id. */
  private readonly connections = new Map<string, number>();
  private readonly followers = new Map<string, Set<Reader>>();
  private readonly bySession = new Map<string, Map<LiveStream, Reader>>();
  /** Readers to greet because they're new or their topics may have changed. */
  private readonly awaitingGreeting = new Set<Reader>();
  /** Readers being greeted now, and the changes published since their topics were read. */
  private beingGreeted = new Set<Reader>();
  private raised = new Map<string, number>();
  private isGreeting = false;
  /** Topics whose content is due, with their new revision, and the last published revision of each topic. */
  private duePayloads = new Map<string, number>();
  private readonly publishedUpTo = new Map<string, number>();
  private isPublishingPayloads = false;
  private nextGreetingAt = 0;
  /** Position in the heartbeat cycle, and number of heartbeats due. */
  private heartbeatCursor: Iterator<Reader> = this.readers.values();
  private dueHeartbeats = 0;
  private readonly findRefusal: (listener: Listener) => Promise<'ended' | 'banned' | undefined>;

  constructor(deps: Deps) {
    this.deps = deps;
    this.findRefusal = createBatcher((all) => findRefusals(deps, all), GREETING_INTERVAL_MS);
    deps.bus.subscribe('live', (news) => this.onNews(news));
    deps.bus.onGap(() => this.scheduleAllGreetings());
    setInterval(() => this.endExpiredStreams(), SWEEP_MS).unref();
    setInterval(() => this.sendHeartbeats(), HEARTBEAT_BATCH_MS).unref();
  }

  /**
   * Opens a stream. A banned user's stream only sends the reason and ends, so that browsers don't log an error.
   * @throws Refusal too_many, or unauthenticated when the session has just ended
   */
  async open(actor: Actor, token: string): Promise<LiveStream> {
    const { userId, sessionId } = actor;
    if ((this.connections.get(userId) ?? 0) >= MAX_STREAMS_PER_USER) {
      throw new Refusal('too_many', messages.tooManyStreams);
    }
    const reader = this.people.get(userId) ?? { userId, streams: new Set(), topics: new Map() };
    this.people.set(userId, reader);
    const stream = this.add(reader, { sessionId, expiresAt: getTokenExpiry(token) });
    this.countConnection(userId, stream);
    const readersByStream = this.bySession.get(sessionId) ?? new Map<LiveStream, Reader>();
    this.bySession.set(sessionId, readersByStream.set(stream, reader));
    // Check only after registering the stream, so that anything that ends the session from now on also ends the stream.
    const refusal = await this.findRefusal({ userId, sessionId }).catch((error: unknown) => {
      stream.onDisconnect();
      throw error;
    });
    if (refusal === 'ended') {
      stream.onDisconnect();
      throw new Refusal('unauthenticated', messages.sessionEnded);
    }
    if (refusal === 'banned') this.end(reader, stream, 'banned');
    else this.scheduleGreeting(reader);
    return stream;
  }

  /** @throws Refusal invalid when a topic isn't public */
  openPublic(topics: readonly string[]): LiveStream {
    const kinds = resolvePort(this.deps, publicKinds);
    if (topics.some((topic) => !kinds.includes(getTopicKind(topic)))) {
      throw new Refusal('invalid', messages.publicTopicsOnly, 'topics');
    }
    const reader: Reader = { requestedTopics: topics, streams: new Set(), topics: new Map() };
    const stream = this.add(reader, { sessionId: '', expiresAt: Number.POSITIVE_INFINITY });
    this.scheduleGreeting(reader);
    return stream;
  }

  /**
   * Counts a stream toward the user's limit until its connection closes, because an ended stream still holds a socket.
   */
  private countConnection(userId: string, stream: LiveStream): void {
    this.connections.set(userId, (this.connections.get(userId) ?? 0) + 1);
    void stream.closed.then(() => {
      const connectionCount = this.connections.get(userId)! - 1;
      if (connectionCount > 0) this.connections.set(userId, connectionCount);
      else this.connections.delete(userId);
    });
  }

  private add(reader: Reader, bearer: StreamBearer): LiveStream {
    const stream = new LiveStream(bearer, () => this.forget(reader, stream));
    this.readers.add(reader);
    reader.streams.add(stream);
    return stream;
  }

  /** Lists the users who have a page open on this node. */
  listConnectedUserIds(): string[] {
    return [...this.people.keys()];
  }

  /** Ends all streams and asks clients to reconnect, each after its own delay. */
  close(): void {
    for (const reader of this.readers) this.endAll(reader, 'closing');
  }

  private onNews(message: unknown): void {
    const parsedNews = LiveNews.safeParse(message);
    if (!parsedNews.success) return;
    const { topics = [], sessions = [], people = [] } = parsedNews.data;
    // Start with users whose visible topics may have changed, because their greeting also covers all other changes.
    for (const [topic] of topics) {
      const reader = topic.startsWith('person:') && this.people.get(topic.slice('person:'.length));
      if (reader) this.scheduleGreeting(reader);
    }
    for (const [topic, rev] of topics) this.onTopicRaised(topic, rev);
    const affectedStreams = new Map(sessions.flatMap((session) => [...(this.bySession.get(session) ?? [])]));
    for (const userId of people) {
      const reader = this.people.get(userId);
      for (const stream of reader?.streams ?? []) affectedStreams.set(stream, reader!);
    }
    if (affectedStreams.size > 0) void this.recheckAccess([...affectedStreams]);
  }

  private onTopicRaised(topic: string, rev: number): void {
    if (this.beingGreeted.size > 0) this.raised.set(topic, rev);
    if (!this.followers.has(topic)) return;
    if (resolvePort(this.deps, payloadsByKind)[getTopicKind(topic)]) {
      this.duePayloads.set(topic, rev);
      if (!this.isPublishingPayloads) void this.publishDuePayloads();
    } else this.publishToFollowers(topic, rev);
  }

  /** @param payload the topic's new content, if known */
  private publishToFollowers(topic: string, rev: number, payload?: TopicPayload): void {
    const frame = payload && frames.words(topic, rev, payload.words);
    for (const reader of this.followers.get(topic) ?? []) {
      if (this.awaitingGreeting.has(reader) || this.beingGreeted.has(reader)) continue;
      if ((reader.topics.get(topic) ?? 0) >= rev) continue;
      reader.topics.set(topic, rev);
      const receivesPayload = frame !== undefined && payload!.readers.has(reader.userId ?? '');
      for (const stream of reader.streams) {
        if (receivesPayload) stream.publishPayload(topic, rev, frame);
        else stream.publish(topic, rev);
      }
    }
  }

  private async publishDuePayloads(): Promise<void> {
    this.isPublishingPayloads = true;
    while (this.duePayloads.size > 0) {
      const mayBegin = performance.now() + PAYLOAD_INTERVAL_MS;
      const revs = this.duePayloads;
      this.duePayloads = new Map();
      // Read the content only after taking the revisions, so that it's at least as new as each revision.
      const payloads = await Promise.race([
        this.readPayloads([...revs.keys()]),
        pause(PAYLOAD_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      for (const [topic, rev] of revs) {
        const payload = payloads?.get(topic);
        if (payload && this.followers.has(topic)) this.publishedUpTo.set(topic, payload.upToRevision);
        this.publishToFollowers(topic, rev, payload);
      }
      await pause(Math.max(0, mayBegin - performance.now()));
    }
    this.isPublishingPayloads = false;
  }

  private async readPayloads(topics: string[]): Promise<Map<string, TopicPayload>> {
    const payloadsByTopic = new Map<string, TopicPayload>();
    try {
      for (const [kind, ofKind] of Map.groupBy(topics, getTopicKind)) {
        const wantedRevisions = new Map(ofKind.map((topic) => [getTopicId(topic), this.publishedUpTo.get(topic)]));
        const payloads = await resolvePort(this.deps, payloadsByKind)[kind]!(this.deps.db, wantedRevisions);
        for (const [id, one] of payloads) payloadsByTopic.set(`${kind}:${id}`, one);
      }
    } catch (error) {
      this.deps.log.warn({ err: error }, 'live: could not read updates');
    }
    return payloadsByTopic;
  }

  private scheduleGreeting(reader: Reader): void {
    this.awaitingGreeting.add(reader);
    if (!this.isGreeting) void this.sendDueGreetings();
  }

  private scheduleAllGreetings(): void {
    for (const reader of this.readers) this.scheduleGreeting(reader);
    const people = [...this.people.values()];
    void this.recheckAccess(people.flatMap((reader) => [...reader.streams].map((stream) => [stream, reader] as const)));
  }

  private async sendDueGreetings(): Promise<void> {
    this.isGreeting = true;
    while (this.awaitingGreeting.size > 0) {
      const waitMs = this.nextGreetingAt - performance.now();
      if (waitMs > 0) await pause(waitMs);
      this.nextGreetingAt = performance.now() + GREETING_INTERVAL_MS;
      this.beingGreeted = new Set([...this.awaitingGreeting].slice(0, GREETING_BATCH_SIZE));
      for (const reader of this.beingGreeted) this.awaitingGreeting.delete(reader);
      this.raised = new Map();
      try {
        const topicsByUser = await readTopics(this.deps, [...this.beingGreeted]);
        for (const reader of this.beingGreeted) this.greetReader(reader, topicsByUser.get(reader)!);
      } catch (error) {
        this.deps.log.warn({ err: error }, 'live: could not read topics');
        for (const reader of this.beingGreeted) this.endAll(reader, 'failed');
      } finally {
        this.beingGreeted = new Set();
      }
    }
    this.isGreeting = false;
  }

  private greetReader(reader: Reader, topics: Map<string, number>): void {
    for (const [topic, rev] of topics) topics.set(topic, Math.max(rev, this.raised.get(topic) ?? 0));
    this.unfollow(reader);
    reader.topics = topics;
    if (reader.streams.size === 0) return;
    for (const topic of topics.keys()) {
      const followers = this.followers.get(topic) ?? new Set();
      this.followers.set(topic, followers.add(reader));
    }
    const write = () => frames.greeting(reader.topics, this.deps.now());
    for (const stream of reader.streams) stream.greet(write);
  }

  private unfollow(reader: Reader): void {
    for (const topic of reader.topics.keys()) {
      const followers = this.followers.get(topic);
      followers?.delete(reader);
      if (followers?.size !== 0) continue;
      this.followers.delete(topic);
      this.publishedUpTo.delete(topic);
    }
  }

  private async recheckAccess(doubtful: (readonly [LiveStream, Reader])[]): Promise<void> {
    const listeners = doubtful.flatMap(([stream, reader]) =>
      reader.userId ? { userId: reader.userId, sessionId: stream.sessionId, stream, reader } : [],
    );
    try {
      for (const [{ reader, stream }, reason] of await findRefusals(this.deps, listeners))
        this.end(reader, stream, reason);
    } catch {
      // If the check fails, end the streams. The clients reconnect and are checked again.
      for (const { reader, stream } of listeners) this.end(reader, stream, 'failed');
    }
  }

  private endExpiredStreams(): void {
    const now = this.deps.now().getTime();
    for (const reader of this.readers) {
      for (const stream of reader.streams) if (stream.expiresAt <= now) this.end(reader, stream, 'expired');
    }
  }

  private sendHeartbeats(): void {
    this.dueHeartbeats += (this.readers.size * HEARTBEAT_BATCH_MS) / HEARTBEAT_MS;
    for (; this.dueHeartbeats >= 1; this.dueHeartbeats -= 1) {
      let next = this.heartbeatCursor.next();
      if (next.done) {
        this.heartbeatCursor = this.readers.values();
        next = this.heartbeatCursor.next();
      }
      if (next.done) return;
      for (const stream of next.value.streams) stream.sendHeartbeat();
    }
  }

  private endAll(reader: Reader, reason: LiveBye['reason']): void {
    for (const stream of reader.streams) this.end(reader, stream, reason);
  }

  private end(reader: Reader, stream: LiveStream, reason: LiveBye['reason']): void {
    this.forget(reader, stream);
    stream.end(reason);
  }

  private forget(reader: Reader, stream: LiveStream): void {
    const readersByStream = this.bySession.get(stream.sessionId);
    readersByStream?.delete(stream);
    if (readersByStream?.size === 0) this.bySession.delete(stream.sessionId);
    reader.streams.delete(stream);
    if (reader.streams.size > 0) return;
    this.unfollow(reader);
    this.awaitingGreeting.delete(reader);
    this.readers.delete(reader);
    if (reader.userId && this.people.get(reader.userId) === reader) this.people.delete(reader.userId);
  }
}

/** Returns each reader's topics with their current revisions. */
async function readTopics(deps: Deps, readers: Reader[]): Promise<Map<Reader, Map<string, number>>> {
  const ownTopics = await readOwnTopics(
    deps,
    readers.flatMap(({ userId }) => userId ?? []),
  );
  const topicsOfReaders = readers.map(
    (reader) => [reader, [...(reader.requestedTopics ?? []), ...(ownTopics.get(reader.userId ?? '') ?? [])]] as const,
  );
  const revs = await readRevisions(deps.db, [...new Set(topicsOfReaders.flatMap(([, topics]) => topics))]);
  return new Map(
    topicsOfReaders.map(
      ([reader, topics]) => [reader, new Map(topics.map((topic) => [topic, revs.get(topic) ?? 0]))] as const,
    ),
  );
}

async function readOwnTopics(deps: Deps, users: string[]): Promise<Map<string, string[]>> {
  const topics = new Map(users.map((userId) => [userId, OWN_KINDS.map((kind) => `${kind}:${userId}`)]));
  if (users.length === 0) return topics;
  const now = deps.now();
  const kinds = Object.entries(resolvePort(deps, topicsByKind));
  await Promise.all(
    kinds.map(async ([kind, topicsOf]) => {
      for (const { userId, id } of await topicsOf(deps.db, users, now)) topics.get(userId)?.push(`${kind}:${id}`);
    }),
  );
  return topics;
}

const hubs = new WeakMap<Deps, LiveHub>();

function getHub(deps: Deps): LiveHub {
  const hub = hubs.get(deps) ?? new LiveHub(deps);
  hubs.set(deps, hub);
  return hub;
}

/**
 * Opens a stream of a user's updates.
 * @param token the user's access token, already verified
 * @throws Refusal too_many, unauthenticated
 */
export const openLiveStream = (deps: Deps, actor: Actor, token: string) => getHub(deps).open(actor, token);

/**
 * Opens a stream of public topics.
 * @param topics in the form `kind:id`
 * @throws Refusal invalid when a topic isn't public
 */
export const openPublicStream = (deps: Deps, topics: readonly string[]) => getHub(deps).openPublic(topics);

/** Ends all streams of this node before it stops. */
export const closeLiveStreams = (deps: Deps) => hubs.get(deps)?.close();

/** Lists the users who have a live stream open on this node. */
export const listConnectedUsers = (deps: Deps): string[] => hubs.get(deps)?.listConnectedUserIds() ?? [];
