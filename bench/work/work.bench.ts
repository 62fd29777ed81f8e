import { cpus, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../../db/test-postgres.ts';
import { createRandom, type Random } from '../../matcher/random.ts';
import { createScratchFolder, startNode } from '../../tools/node-under-test.ts';
import { getTopicKind } from '../../web/live-frames.ts';
import { requirePostgres, writeResults } from '../bench-tools.ts';
import { computePercentile, readDatabaseCpuSeconds, readOwnCpuSeconds, readProcessCpuSeconds } from '../live/pace.ts';
import { type Network, StreamClient } from '../live/stream-client.ts';
import { makeMatchedCommunity } from '../reads/matched-community.ts';
import { drawGap, runRandomAction } from './mix.ts';
import { Player } from './player.ts';
import { TimedClient } from './timed-client.ts';
import { WorkMessages } from './work-messages.ts';
import { countRefusals, summarizeKinds } from './work-results.ts';
import { createWorkingPlayers } from './working-players.ts';

/**
 * Simulates a thousand signed-in players on one node, started as by `npm start`, with its PostgreSQL and this client on
 * the same cores. Each player has a live stream open and does something every ten seconds. The player sends the
 * requests that the pages send for that action and for the updates they receive. Streams of public lists stay closed.
 * `-- --players=200 --minutes=1` is a rehearsal that saves no results; `--seed=2` simulates a different session.
 */
const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '5' },
    community: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
const PLAYERS = Number(values.players);
const MINUTES = Number(values.minutes);
const COMMUNITY = Number(values.community);
const SEED = Number(values.seed);
const IS_FULL = PLAYERS >= 1_000 && MINUTES >= 3 && COMMUNITY >= 10_000;
const TARGETS = { p99Ms: 300 };
const OPENING_AT_ONCE = 50;
const ARRIVING_SECONDS = 15;
const WARM_SECONDS = 30;
/** Time limit for messages to arrive. Later messages count as lost. */
const TIMEOUT_MS = 10_000;

requirePostgres();
const loadBefore = Math.round(loadavg()[0]! * 10) / 10;
const postgres = await startTestPostgres();
const folder = createScratchFolder();
const variables = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  PUBLIC_ORIGIN: 'http://localhost:4000',
  DATABASE_URL: postgres.url,
  DATA_DIR: folder.path,
};
await makeMatchedCommunity(variables, COMMUNITY);
const { people, everybody, groups, agreed } = await createWorkingPlayers(variables, PLAYERS);
const node = await startNode({ ...variables, SEED_PLAYERS: String(COMMUNITY) });

// All requests come from this machine. It's exempt from rate limits per address, but rate limits per account apply.
const client = new TimedClient(node.origin);
const messages = new WorkMessages(everybody);
const seeds = createRandom(SEED);
const randoms = people.map(() => createRandom(seeds.below(2 ** 31)));
const players = people.map((person, index) => new Player(person, { client, random: randoms[index]!, messages }));
const streams = new Map<StreamClient, Player>();
let isOver = false;
let hasBegun = false;

async function openStreams(): Promise<void> {
  const greetedClients = new Set<StreamClient>();
  const network: Network = {
    origin: () => node.origin,
    onRevision: (stream, topic) => hasBegun && !isOver && streams.get(stream)?.onTopicChanged(getTopicKind(topic)),
    onPayload: (stream, _topic, payload) =>
      streams.get(stream)?.handleMessages(payload as Parameters<Player['handleMessages']>[0]),
    onGreeting: (stream) => void greetedClients.add(stream),
  };
  let openedCount = 0;
  for (const player of players) {
    const stream = new StreamClient(network, player.person);
    streams.set(stream, player);
    stream.open();
    openedCount += 1;
    while (openedCount - greetedClients.size >= OPENING_AT_ONCE) await pause(5);
  }
  while (greetedClients.size < players.length) await pause(20);
}

/**
 * Starts a player at a random moment in the first seconds and repeats actions until the run ends. Slow responses don't
 * lower the rate of actions.
 */
async function playUntilOver(player: Player, random: Random): Promise<void> {
  let dueAt = performance.now() + random.next() * ARRIVING_SECONDS * 1000;
  for (let performAction = () => player.arrive(); !isOver; performAction = () => runRandomAction(player, random)) {
    await pause(Math.max(0, dueAt - performance.now()));
    if (isOver) break;
    actionCount += 1;
    void performAction();
    dueAt += drawGap(random);
  }
}

/** Returns for how many seconds the machine's cores were busy so far, summed over all cores and programs. */
const busySeconds = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;

let actionCount = 0;
await openStreams();
hasBegun = true;
for (const [index, player] of players.entries()) void playUntilOver(player, randoms[index]!);
await pause((ARRIVING_SECONDS + WARM_SECONDS) * 1000);

const lag = monitorEventLoopDelay({ resolution: 5 });
lag.enable();
client.isMeasuring = true;
const startedAt = performance.now();
const before = {
  acted: actionCount,
  node: readProcessCpuSeconds(node),
  database: await readDatabaseCpuSeconds(postgres.url),
  own: readOwnCpuSeconds(),
  busy: busySeconds(),
};
await pause(MINUTES * 60_000);
client.isMeasuring = false;
const seconds = (performance.now() - startedAt) / 1000;
const actions = actionCount - before.acted;
const toRate = (now: number, earlier: number) => Math.round(((now - earlier) / seconds) * 100) / 100;
const [nodeNow, databaseNow] = [readProcessCpuSeconds(node), await readDatabaseCpuSeconds(postgres.url)];
const cores = {
  node: toRate(nodeNow.ran, before.node.ran),
  database: toRate(databaseNow.ran, before.database.ran),
  client: toRate(readOwnCpuSeconds(), before.own),
  allPrograms: toRate(busySeconds(), before.busy),
  of: cpus().length,
};
/** How many seconds per second runnable threads waited for a CPU. */
const waitedForCpu = {
  node: toRate(nodeNow.waitedForCpu, before.node.waitedForCpu),
  database: toRate(databaseNow.waitedForCpu, before.database.waitedForCpu),
};
lag.disable();
isOver = true;
// Wait for requests in flight and for messages that haven't arrived yet, but not for the players' next actions.
for (let waitedMs = 0; (client.open > 0 || messages.missing > 0) && waitedMs < TIMEOUT_MS; waitedMs += 50)
  await pause(50);
const unansweredCount = client.open;
const reopenedCount = [...streams.keys()].reduce((sum, { connections }) => sum + connections - 1, 0);
const lostCount = messages.missing;
for (const stream of streams.keys()) stream.close();
client.close();
await node.stop('SIGKILL');
await postgres.stop();
folder.remove();

const { kinds, whole } = summarizeKinds(client.timed);
const chat = {
  arrivals: messages.arrivals.length,
  p50Ms: computePercentile(messages.arrivals, 0.5),
  p99Ms: computePercentile(messages.arrivals, 0.99),
  longestMs: computePercentile(messages.arrivals, 1),
  lost: lostCount,
};
const brokenCount = whole.broken + unansweredCount + reopenedCount;
const results = {
  'every request, p99 ms': { value: whole.p99Ms, bar: TARGETS.p99Ms, pass: whole.p99Ms <= TARGETS.p99Ms },
  'answers 5xx': { value: whole.failed, bar: 0, pass: whole.failed === 0 },
  'refusals that nothing explains': { value: whole.refused, bar: 0, pass: whole.refused === 0 },
  'connections broken, streams with them': { value: brokenCount, bar: 0, pass: brokenCount === 0 },
  'messages that did not arrive': { value: lostCount, bar: 0, pass: lostCount === 0 && chat.arrivals > 0 },
};
const community = { players: COMMUNITY, groups, agreed };
const pace = {
  actionsPerSecond: Math.round((actions / seconds) * 10) / 10,
  requestsPerSecond: Math.round((whole.count / seconds) * 10) / 10,
};
const load = { loadBefore, cores, waitedForCpu, clientLagP99Ms: Math.round(lag.percentile(99) / 1e5) / 10 };
console.table({ ...kinds, whole });
console.log({
  atWork: PLAYERS,
  minutes: MINUTES,
  seed: SEED,
  community,
  ...pace,
  ...load,
  chat,
  reopened: reopenedCount,
  unanswered: unansweredCount,
});
console.log(countRefusals(client.timed));
console.table(results);
if (IS_FULL) {
  const measuredAt = new Date().toISOString();
  const report = {
    at: measuredAt,
    atWork: PLAYERS,
    minutes: MINUTES,
    seed: SEED,
    bars: TARGETS,
    community,
    ...pace,
    ...load,
    whole,
    kinds,
  };
  const summary = {
    chat,
    refusals: countRefusals(client.timed),
    reopened: reopenedCount,
    unanswered: unansweredCount,
    results,
  };
  writeResults('work', { ...report, ...summary });
}
process.exit(Object.values(results).every(({ pass }) => pass) ? 0 : 1);
