import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NodeUnderTest } from '../../tools/node-under-test.ts';
import type { Community } from './live-parties.ts';
import { readOwnCpuSeconds, runAtRate, summarizeTimes } from './pace.ts';
import { StreamClient } from './stream-client.ts';

const SQUAD_COUNT = 200;
const MEMBER_COUNT = 5;
const PER_SECOND = 500;
const SECONDS = 20;
/** Time limit for messages to arrive. Later messages count as lost. */
const TIMEOUT_MS = 60_000;

type Message = { seq: number; client_id: string | null; text: string };
type Page = { id: string; last_seq: number; first_seq: number; messages: Message[] };

/** A user who has their squad page open and fetches missing messages whenever the chat changes. */
type Reader = {
  token: string;
  squad: number;
  node: number;
  client: StreamClient;
  knownSeq: number;
  /** How often each message was fetched, by text. */
  seen: Map<string, number>;
  isReading: boolean;
  shouldReadAgain: boolean;
};

/** Connection pools, one per node, shared by all browsers. */
const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 256 }));

function sendRequest(node: number, origin: string, options: { path: string; token: string; body?: object }) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const text = options.body && JSON.stringify(options.body);
    const { hostname, port } = new URL(origin);
    const headers = {
      Authorization: `Bearer ${options.token}`,
      ...(text ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } : {}),
    };
    const { path } = options;
    const outgoing = request(
      { agent: agents[node]!, hostname, port, path, method: text ? 'POST' : 'GET', headers },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          body += piece;
        });
        response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(body) }));
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

async function makeSquads({ pool, people }: Community) {
  const squads = Array.from({ length: SQUAD_COUNT }, (_, at) => ({
    id: randomUUID(),
    thread: randomUUID(),
    members: people.slice(at * MEMBER_COUNT, (at + 1) * MEMBER_COUNT),
  }));
  const client = await pool.connect();
  await client.query('begin');
  await client.query(
    `insert into squads (id, name, crest_seed, size, captain_id, created_at)
     select id, 'Measured', 1, 5, captain, now() from unnest($1::uuid[], $2::uuid[]) as s (id, captain)`,
    [squads.map(({ id }) => id), squads.map(({ members }) => members[0]!.userId)],
  );
  const mapMembers = <T>(createValue: (squad: (typeof squads)[number]) => T) =>
    squads.flatMap((one) => one.members.map(() => createValue(one)));
  const memberIds = squads.flatMap(({ members }) => members.map(({ userId }) => userId));
  await client.query(
    `insert into squad_members (squad_id, user_id, joined_at)
     select squad, member, now() from unnest($1::uuid[], $2::uuid[]) as m (squad, member)`,
    [mapMembers(({ id }) => id), memberIds],
  );
  await client.query(
    `insert into threads (id, kind, subject_id, created_at)
     select id, 'squad', squad, now() from unnest($1::uuid[], $2::uuid[]) as t (id, squad)`,
    [squads.map(({ thread }) => thread), squads.map(({ id }) => id)],
  );
  await client.query(
    `insert into thread_members (thread_id, user_id, joined_at)
     select thread, member, now() from unnest($1::uuid[], $2::uuid[]) as m (thread, member)`,
    [mapMembers(({ thread }) => thread), memberIds],
  );
  await client.query('commit');
  client.release();
  return squads;
}

/**
 * Sends messages at a fixed rate. All users take turns, through both nodes. All members of each squad read every
 * message twice: from stream updates during the run, and from the API at the end.
 */
export async function measureMessages(community: Community, nodes: readonly NodeUnderTest[]) {
  const squads = await makeSquads(community);
  const sentAt = new Map<string, number>();
  const arrivals: number[] = [];
  const answered: number[] = [];
  let fetches = 0;
  const addMessages = (reader: Reader, messages: Page['messages']) => {
    for (const { seq, text } of messages) {
      // Skip messages the reader already has, as the page does.
      if (seq <= reader.knownSeq) continue;
      reader.knownSeq = seq;
      reader.seen.set(text, (reader.seen.get(text) ?? 0) + 1);
      arrivals.push(performance.now() - sentAt.get(text)!);
    }
  };
  const readPage = async (reader: Reader): Promise<void> => {
    if (reader.isReading) {
      reader.shouldReadAgain = true;
      return;
    }
    reader.isReading = true;
    do {
      reader.shouldReadAgain = false;
      fetches += 1;
      const path = `/api/threads/squad/${squads[reader.squad]!.id}?from=${reader.knownSeq + 1}`;
      const { status, body } = await sendRequest(reader.node, nodes[reader.node]!.origin, {
        path,
        token: reader.token,
      });
      if (status !== 200) throw new Error(`A thread was answered with ${status}.`);
      addMessages(reader, (body as Page).messages);
    } while (reader.shouldReadAgain);
    reader.isReading = false;
  };
  const readers = new Map<StreamClient, Reader>();
  const greetedClients = new Set<StreamClient>();
  const network = {
    origin: (client: StreamClient) => nodes[readers.get(client)!.node]!.origin,
    onRevision: (client: StreamClient, topic: string) => {
      if (sentAt.size > 0 && /^(thread|messages):/.test(topic)) void readPage(readers.get(client)!);
    },
    // Append messages that directly follow the known ones. Otherwise refetch, as the page does.
    onPayload: (client: StreamClient, _topic: string, payload: unknown) => {
      const reader = readers.get(client)!;
      const { messages } = payload as Page;
      const newMessages = messages.filter(({ seq }) => seq > reader.knownSeq);
      const joins = newMessages.every(({ seq }, at) => seq === reader.knownSeq + 1 + at);
      if (joins && !reader.isReading) addMessages(reader, newMessages);
      else void readPage(reader);
    },
    onGreeting: (client: StreamClient) => void greetedClients.add(client),
  };
  for (const [squad, { members }] of squads.entries()) {
    for (const [at, person] of members.entries()) {
      const client = new StreamClient(network, person);
      const node = at % nodes.length;
      const { token } = person;
      readers.set(client, {
        token,
        squad,
        node,
        client,
        knownSeq: 0,
        seen: new Map(),
        isReading: false,
        shouldReadAgain: false,
      });
      client.open();
    }
  }
  while (greetedClients.size < readers.size) await pause(20);

  const refusalTimes: number[] = [];
  const load = readOwnCpuSeconds();
  const startedAt = performance.now();
  const stopSending = runAtRate(PER_SECOND, async (at) => {
    const { thread, members } = squads[at % SQUAD_COUNT]!;
    const place = Math.floor(at / SQUAD_COUNT) % MEMBER_COUNT;
    // Write through the node that doesn't hold the author's stream.
    const node = (place + 1) % nodes.length;
    const text = `Message ${at}`;
    sentAt.set(text, performance.now());
    const body = { client_id: randomUUID(), text };
    const path = `/api/threads/${thread}/messages`;
    const { status } = await sendRequest(node, nodes[node]!.origin, { path, token: members[place]!.token, body });
    if (status === 200) answered.push(performance.now() - sentAt.get(text)!);
    else refusalTimes.push(status);
  });
  await pause(SECONDS * 1000);
  const sentCount = sentAt.size;
  await stopSending();
  const storedSeconds = (performance.now() - startedAt) / 1000;
  const expectedCount = sentCount * MEMBER_COUNT;
  for (let waitedMs = 0; arrivals.length < expectedCount && waitedMs < TIMEOUT_MS; waitedMs += 50) await pause(50);
  const deliveredSeconds = (performance.now() - startedAt) / 1000;

  const allReaders = [...readers.values()];
  const doubles = allReaders.reduce((sum, { seen }) => sum + [...seen.values()].filter((count) => count > 1).length, 0);
  const { rows } = await community.pool.query<{ count: number; texts: number }>(
    'select count(*)::int as count, count(distinct body)::int as texts from thread_messages',
  );
  const readableCount = await countReadableMessages(squads, nodes);
  for (const { client } of allReaders) client.close();
  return {
    squads: SQUAD_COUNT,
    readers: allReaders.length,
    perSecondAsked: PER_SECOND,
    seconds: SECONDS,
    sent: sentCount,
    refused: refusalTimes.length,
    stored: rows[0]!.count,
    storedTwice: rows[0]!.count - rows[0]!.texts,
    readableCount,
    storedPerSecond: Math.round(sentCount / storedSeconds),
    deliveries: arrivals.length,
    lost: expectedCount - allReaders.reduce((sum, { seen }) => sum + seen.size, 0),
    doubles,
    deliveredSeconds: Math.round(deliveredSeconds * 10) / 10,
    deliveredPerSecond: Math.round(arrivals.length / deliveredSeconds),
    fetches,
    answer: summarizeTimes(answered),
    arrival: summarizeTimes(arrivals),
    loadSeconds: Math.round((readOwnCpuSeconds() - load) * 10) / 10,
  };
}

/** Returns how many distinct messages all members can read from the API, page by page, after the run. */
async function countReadableMessages(squads: Awaited<ReturnType<typeof makeSquads>>, nodes: readonly NodeUnderTest[]) {
  const texts = new Set<string>();
  for (const [at, { id, members }] of squads.entries()) {
    const node = at % nodes.length;
    for (let before = 2 ** 31 - 1; before > 1; ) {
      const path = `/api/threads/squad/${id}?before=${before}`;
      const { body } = await sendRequest(node, nodes[node]!.origin, { path, token: members[0]!.token });
      const { messages } = body as Page;
      for (const { text } of messages) texts.add(text);
      if (messages.length === 0) break;
      before = messages[0]!.seq;
    }
  }
  return texts.size;
}
