import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NodeUnderTest } from '../../tools/node-under-test.ts';
import type { Community } from './live-parties.ts';
import { readOwnCpuSeconds, runAtRate, summarizeTimes } from './pace.ts';
import { StreamClient } from './stream-client.ts';

const SQUADS = 200;
const MEMBERS = 5;
const PER_SECOND = 500;
const SECONDS = 20;
/** Time limit for messages to arrive; after this they count as lost. */
const TIMEOUT_MS = 60_000;

type Message = { seq: number; client_id: string | null; text: string };
type Page = { id: string; last_seq: number; first_seq: number; messages: Message[] };

/** A user with their squad page open, who fetches missing messages whenever the chat changes. */
type Reader = {
  token: string;
  squad: number;
  node: number;
  client: StreamClient;
  known: number;
  /** How often each message was fetched, by text. */
  seen: Map<string, number>;
  reading: boolean;
  again: boolean;
};

/** Connection pools, one per node, shared by all browsers. */
const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 256 }));

function ask(node: number, origin: string, options: { path: string; token: string; body?: object }) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const text = options.body && JSON.stringify(options.body);
    const { hostname, port } = new URL(origin);
    const headers = {
      Authorization: `Bearer ${options.token}`,
      ...(text ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } : {}),
    };
    const { path } = options;
    const sent = request(
      { agent: agents[node]!, hostname, port, path, method: text ? 'POST' : 'GET', headers },
      (answer) => {
        let words = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          words += piece;
        });
        answer.on('end', () => resolve({ status: answer.statusCode!, body: JSON.parse(words) }));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

async function makeSquads({ pool, people }: Community) {
  const squads = Array.from({ length: SQUADS }, (_, at) => ({
    id: randomUUID(),
    thread: randomUUID(),
    members: people.slice(at * MEMBERS, (at + 1) * MEMBERS),
  }));
  const client = await pool.connect();
  await client.query('begin');
  await client.query(
    `insert into squads (id, name, crest_seed, size, captain_id, created_at)
     select id, 'Measured', 1, 5, captain, now() from unnest($1::uuid[], $2::uuid[]) as s (id, captain)`,
    [squads.map(({ id }) => id), squads.map(({ members }) => members[0]!.userId)],
  );
  const perMember = <T>(of: (squad: (typeof squads)[number]) => T) =>
    squads.flatMap((one) => one.members.map(() => of(one)));
  const memberIds = squads.flatMap(({ members }) => members.map(({ userId }) => userId));
  await client.query(
    `insert into squad_members (squad_id, user_id, joined_at)
     select squad, member, now() from unnest($1::uuid[], $2::uuid[]) as m (squad, member)`,
    [perMember(({ id }) => id), memberIds],
  );
  await client.query(
    `insert into threads (id, kind, subject_id, created_at)
     select id, 'squad', squad, now() from unnest($1::uuid[], $2::uuid[]) as t (id, squad)`,
    [squads.map(({ thread }) => thread), squads.map(({ id }) => id)],
  );
  await client.query(
    `insert into thread_members (thread_id, user_id, joined_at)
     select thread, member, now() from unnest($1::uuid[], $2::uuid[]) as m (thread, member)`,
    [perMember(({ thread }) => thread), memberIds],
  );
  await client.query('commit');
  client.release();
  return squads;
}

/**
 * Sends messages at a fixed rate, with all users writing in turn through both nodes. All members of each squad read
 * them twice: from stream updates during the run, and from the API at the end.
 */
export async function measureMessages(community: Community, nodes: readonly NodeUnderTest[]) {
  const squads = await makeSquads(community);
  const sentAt = new Map<string, number>();
  const arrivals: number[] = [];
  const answered: number[] = [];
  let fetches = 0;
  const arrive = (reader: Reader, messages: Page['messages']) => {
    for (const { seq, text } of messages) {
      // Skip messages the reader already has, as the page does.
      if (seq <= reader.known) continue;
      reader.known = seq;
      reader.seen.set(text, (reader.seen.get(text) ?? 0) + 1);
      arrivals.push(performance.now() - sentAt.get(text)!);
    }
  };
  const read = async (reader: Reader): Promise<void> => {
    if (reader.reading) {
      reader.again = true;
      return;
    }
    reader.reading = true;
    do {
      reader.again = false;
      fetches += 1;
      const path = `/api/threads/squad/${squads[reader.squad]!.id}?from=${reader.known + 1}`;
      const { status, body } = await ask(reader.node, nodes[reader.node]!.origin, { path, token: reader.token });
      if (status !== 200) throw new Error(`A thread was answered with ${status}.`);
      arrive(reader, (body as Page).messages);
    } while (reader.again);
    reader.reading = false;
  };
  const readers = new Map<StreamClient, Reader>();
  const greeted = new Set<StreamClient>();
  const network = {
    origin: (client: StreamClient) => nodes[readers.get(client)!.node]!.origin,
    heard: (client: StreamClient, topic: string) => {
      if (sentAt.size > 0 && /^(thread|messages):/.test(topic)) void read(readers.get(client)!);
    },
    // Append messages that directly follow the known ones, and refetch otherwise, as the page does.
    told: (client: StreamClient, _topic: string, words: unknown) => {
      const reader = readers.get(client)!;
      const { messages } = words as Page;
      const fresh = messages.filter(({ seq }) => seq > reader.known);
      const joins = fresh.every(({ seq }, at) => seq === reader.known + 1 + at);
      if (joins && !reader.reading) arrive(reader, fresh);
      else void read(reader);
    },
    greeted: (client: StreamClient) => void greeted.add(client),
  };
  for (const [squad, { members }] of squads.entries()) {
    for (const [at, person] of members.entries()) {
      const client = new StreamClient(network, person);
      const node = at % nodes.length;
      const { token } = person;
      readers.set(client, { token, squad, node, client, known: 0, seen: new Map(), reading: false, again: false });
      client.open();
    }
  }
  while (greeted.size < readers.size) await pause(20);

  const refused: number[] = [];
  const load = readOwnCpuSeconds();
  const began = performance.now();
  const stop = runAtRate(PER_SECOND, async (at) => {
    const { thread, members } = squads[at % SQUADS]!;
    const place = Math.floor(at / SQUADS) % MEMBERS;
    // Write through the node that doesn't hold the author's stream.
    const node = (place + 1) % nodes.length;
    const text = `Message ${at}`;
    sentAt.set(text, performance.now());
    const body = { client_id: randomUUID(), text };
    const path = `/api/threads/${thread}/messages`;
    const { status } = await ask(node, nodes[node]!.origin, { path, token: members[place]!.token, body });
    if (status === 200) answered.push(performance.now() - sentAt.get(text)!);
    else refused.push(status);
  });
  await pause(SECONDS * 1000);
  const sent = sentAt.size;
  await stop();
  const storedSeconds = (performance.now() - began) / 1000;
  const wanted = sent * MEMBERS;
  for (let waited = 0; arrivals.length < wanted && waited < TIMEOUT_MS; waited += 50) await pause(50);
  const deliveredSeconds = (performance.now() - began) / 1000;

  const all = [...readers.values()];
  const doubles = all.reduce((sum, { seen }) => sum + [...seen.values()].filter((count) => count > 1).length, 0);
  const { rows } = await community.pool.query<{ count: number; texts: number }>(
    'select count(*)::int as count, count(distinct body)::int as texts from thread_messages',
  );
  const readBack = await verifyAll(squads, nodes);
  for (const { client } of all) client.close();
  return {
    squads: SQUADS,
    readers: all.length,
    perSecondAsked: PER_SECOND,
    seconds: SECONDS,
    sent,
    refused: refused.length,
    stored: rows[0]!.count,
    storedTwice: rows[0]!.count - rows[0]!.texts,
    readBack,
    storedPerSecond: Math.round(sent / storedSeconds),
    deliveries: arrivals.length,
    lost: wanted - all.reduce((sum, { seen }) => sum + seen.size, 0),
    doubles,
    deliveredSeconds: Math.round(deliveredSeconds * 10) / 10,
    deliveredPerSecond: Math.round(arrivals.length / deliveredSeconds),
    fetches,
    answer: summarizeTimes(answered),
    arrival: summarizeTimes(arrivals),
    loadSeconds: Math.round((readOwnCpuSeconds() - load) * 10) / 10,
  };
}

/** Returns the number of distinct messages that the API returns page by page after the run. */
async function verifyAll(squads: Awaited<ReturnType<typeof makeSquads>>, nodes: readonly NodeUnderTest[]) {
  const texts = new Set<string>();
  for (const [at, { id, members }] of squads.entries()) {
    const node = at % nodes.length;
    for (let before = 2 ** 31 - 1; before > 1; ) {
      const path = `/api/threads/squad/${id}?before=${before}`;
      const { body } = await ask(node, nodes[node]!.origin, { path, token: members[0]!.token });
      const { messages } = body as Page;
      for (const { text } of messages) texts.add(text);
      if (messages.length === 0) break;
      before = messages[0]!.seq;
    }
  }
  return texts.size;
}
