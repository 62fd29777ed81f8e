import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { hasPostgres, startTestPostgres } from '../../db/test-postgres.ts';
import { createScratchFolder, type NodeUnderTest, startNode } from '../../tools/node-under-test.ts';
import { writeResults } from '../bench-tools.ts';
import { type Community, makeCommunity, PARTY_SIZE } from './live-parties.ts';
import { measureWakeUp } from './measure-asleep.ts';
import { measureMessages } from './measure-messages.ts';
import { computePercentile, readOwnCpuSeconds, runAtRate, summarizeTimes } from './pace.ts';
import { type Network, StreamClient } from './stream-client.ts';

/**
 * Measures live updates from two nodes on one PostgreSQL, with five thousand open streams on one node: what the streams
 * cost, how soon an event reaches every affected client, and whether all clients reconnect without missing anything
 * after that node is killed.
 */
const STREAM_COUNT = 5_000;
const OPENING_AT_ONCE = 50;
const EVENTS_PER_SECOND = 100;
const EVENT_SECONDS = 30;
const EVENTS_PER_SECOND_AT_DEATH = 50;
/** Time limit for clients to reconnect. */
const TIMEOUT_MS = 30_000;
const TARGETS = { memoryMegabytes: 400, eventP99Ms: 300, backSeconds: 5, messagesPerSecond: 500, awakeMs: 2_000 };

if (!hasPostgres()) {
  console.error('Two nodes need a PostgreSQL of their own, which is not installed here.');
  process.exit(1);
}

/** The nodes, in the load balancer's order of preference. Every client connects to the first node that's alive. */
const nodes: NodeUnderTest[] = [];
const receiversByTopic = new Map<string, (client: StreamClient) => void>();
let handleGreeting: (client: StreamClient) => void = () => {};
const network: Network = {
  origin: () => nodes[0]!.origin,
  onRevision: (client, topic) => receiversByTopic.get(topic)?.(client),
  onPayload: () => {},
  onGreeting: (client) => handleGreeting(client),
};

const readResidentMegabytes = (node: NodeUnderTest) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${node.process.pid}/status`, 'utf8'))![1]) / 1024);

async function openAll(clients: StreamClient[]): Promise<number> {
  const startedAt = performance.now();
  const closedClients = [...clients];
  await new Promise<void>((resolve) => {
    let greetingCount = 0;
    handleGreeting = () => {
      greetingCount += 1;
      closedClients.shift()?.open();
      if (greetingCount === clients.length) resolve();
    };
    for (const client of closedClients.splice(0, OPENING_AT_ONCE)) client.open();
  });
  return (performance.now() - startedAt) / 1000;
}

/** Measures the time from sending an event to the database until the last affected client receives it. */
async function measureEvents({ parties, touch }: Community) {
  const arrivals: number[] = [];
  const memory: number[] = [];
  let count = 0;
  const stopEvents = runAtRate(EVENTS_PER_SECOND, async (at) => {
    const { id, members } = parties[at % parties.length]!;
    const waitingMembers = new Set(members);
    const startedAt = performance.now();
    count += 1;
    receiversByTopic.set(`party:${id}`, ({ userId }) => {
      if (waitingMembers.delete(userId) && waitingMembers.size === 0) arrivals.push(performance.now() - startedAt);
    });
    await touch(id);
  });
  for (let second = 0; second < EVENT_SECONDS; second += 1) {
    await pause(1_000);
    memory.push(readResidentMegabytes(nodes[0]!));
  }
  await stopEvents();
  for (let waitedMs = 0; arrivals.length < count && waitedMs < TIMEOUT_MS; waitedMs += 50) await pause(50);
  return {
    events: count,
    perSecond: Math.round(count / EVENT_SECONDS),
    reachedAll: arrivals.length,
    receivers: parties[0]!.members.length,
    ...summarizeTimes(arrivals),
    memoryMegabytes: Math.max(...memory),
  };
}

/** Kills the node that holds all streams, and measures when clients have caught up. */
async function measureNodeFailure(clients: StreamClient[], { parties, touch, revs }: Community) {
  const load = readOwnCpuSeconds();
  const stopEvents = runAtRate(EVENTS_PER_SECOND_AT_DEATH, (at) => touch(parties[at % parties.length]!.id));
  await pause(1_000);
  const reconnectTimes = new Map<StreamClient, number>();
  const diedAt = performance.now();
  handleGreeting = (client) =>
    void (reconnectTimes.has(client) || reconnectTimes.set(client, (performance.now() - diedAt) / 1000));
  const [deadNode] = nodes.splice(0, 1);
  await deadNode!.stop('SIGKILL');
  while (reconnectTimes.size < clients.length && performance.now() - diedAt < TIMEOUT_MS) await pause(50);
  const loadSeconds = readOwnCpuSeconds() - load;
  await stopEvents();
  // Wait until clients have received the last events.
  const truth = await revs();
  const countBehind = () =>
    clients.filter((client) => Object.entries(client.revs).some(([topic, rev]) => (truth.get(topic) ?? 0) !== rev))
      .length;
  for (let waitedMs = 0; countBehind() > 0 && waitedMs < TIMEOUT_MS; waitedMs += 50) await pause(50);
  const seconds = [...reconnectTimes.values()].map((value) => value * 1000);
  return {
    streams: clients.length,
    back: reconnectTimes.size,
    p50Seconds: computePercentile(seconds, 0.5) / 1000,
    p99Seconds: computePercentile(seconds, 0.99) / 1000,
    slowestSeconds: computePercentile(seconds, 1) / 1000,
    missed: countBehind(),
    loadSeconds: Math.round(loadSeconds * 10) / 10,
    memoryMegabytes: readResidentMegabytes(nodes[0]!),
  };
}

const postgres = await startTestPostgres();
const folder = createScratchFolder();
const variables = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  SEED_PLAYERS: '60',
  PUBLIC_ORIGIN: 'http://localhost:4000',
  DATABASE_URL: postgres.url,
  DATA_DIR: folder.path,
};
// Start a node once to seed the database. The measured nodes run as `web`, without jobs.
await (await startNode(variables)).stop();
const community = await makeCommunity(postgres.url, variables, STREAM_COUNT);
for (let count = 0; count < 2; count += 1) nodes.push(await startNode({ ...variables, ROLE: 'web' }));
await pause(2_000);
const idleMegabytes = readResidentMegabytes(nodes[0]!);
const clients = community.people.map((person) => new StreamClient(network, person));
const openingSeconds = Math.round(await openAll(clients));
handleGreeting = () => {};
const events = await measureEvents(community);
const death = await measureNodeFailure(clients, community);
for (const client of clients) client.close();
nodes.push(await startNode({ ...variables, ROLE: 'web' }));
const messages = await measureMessages(community, nodes);
const wakeUpMs = await measureWakeUp(nodes[0]!.origin, community);
for (const node of nodes) await node.stop('SIGKILL');
await community.close();
await postgres.stop();
folder.remove();

const results = {
  'memory with 5,000 streams, MB': {
    value: events.memoryMegabytes,
    bar: TARGETS.memoryMegabytes,
    pass: events.memoryMegabytes < TARGETS.memoryMegabytes,
  },
  'event reaches all members, p99 ms': {
    value: events.p99Ms,
    bar: TARGETS.eventP99Ms,
    pass: events.p99Ms <= TARGETS.eventP99Ms && events.reachedAll === events.events,
  },
  'everybody back after a death, s': {
    value: death.slowestSeconds,
    bar: TARGETS.backSeconds,
    pass: death.back === STREAM_COUNT && death.slowestSeconds <= TARGETS.backSeconds,
  },
  'streams that missed something': { value: death.missed, bar: 0, pass: death.missed === 0 },
  'a page that slept shows what is true, ms': {
    value: wakeUpMs.shownMs,
    bar: TARGETS.awakeMs,
    pass: wakeUpMs.shownMs <= TARGETS.awakeMs,
  },
  'messages stored a second': {
    value: messages.storedPerSecond,
    bar: TARGETS.messagesPerSecond,
    pass: messages.storedPerSecond >= TARGETS.messagesPerSecond * 0.99,
  },
  'messages lost or twice': {
    value: messages.lost + messages.doubles + messages.storedTwice + messages.sent - messages.readableCount,
    bar: 0,
    pass:
      messages.refused === 0 &&
      messages.lost + messages.doubles === 0 &&
      messages.readableCount === messages.sent &&
      messages.stored === messages.sent,
  },
};
console.table(results);
console.log({ idleMegabytes, openingSeconds, events, death, messages, asleep: wakeUpMs });
const report = {
  bars: TARGETS,
  members: PARTY_SIZE,
  idleMegabytes,
  openingSeconds,
  events,
  death,
  messages,
  asleep: wakeUpMs,
  results,
};
writeResults('live', report);
process.exit(Object.values(results).every(({ pass }) => pass) ? 0 : 1);
