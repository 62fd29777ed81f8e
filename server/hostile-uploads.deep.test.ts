import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carriers, goodPicture, type Hostile, hostileFiles, overrun } from '../pictures/test-hostile-files.ts';
import { type NodeUnderTest, scratchFolder, startNode } from '../tools/node-under-test.ts';

const COUNT = 200;
const ROUNDS = 4;
const QUIET_SIGN_INS = 25;
const PASSWORD = 'Orbit-of-five-2026';
const MB = 1024 * 1024;

type Person = { token: string; userId: string };
type Answer = { status: number; ms: number };

let folder: ReturnType<typeof scratchFolder>;
let node: NodeUnderTest;
let people: Person[];
let files: Hostile[];

beforeAll(async () => {
  folder = scratchFolder();
  node = await startNode({
    DATA_DIR: folder.path,
    SEED_PLAYERS: '0',
    AUTH_AUTOCONFIRM: 'true',
    AUTH_LIMITS_DISABLED: 'true',
    LOG_LEVEL: 'error',
  });
  people = [];
  for (let no = 0; no < 6; no++) people.push(await arrive(`sender-${no}@planet.example`));
  await arrive('visitor@planet.example');
  files = await hostileFiles(COUNT, 2_026);
}, 240_000);
afterAll(async () => {
  await node?.stop();
  folder?.remove();
});

async function ask<T>(path: string, method: string, body: object | undefined, token?: string): Promise<T> {
  const answer = await fetch(node.origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Somebody with a profile to put a picture on. */
async function arrive(email: string): Promise<Person> {
  const signedUp = await ask<{ access_token: string; user: { id: string } }>('/auth/v1/signup', 'POST', {
    email,
    password: PASSWORD,
  });
  const token = signedUp.access_token;
  await ask('/api/profiles/me/arrival', 'POST', { timezone: 'UTC' }, token);
  const profile = await ask<object>('/api/profiles/me', 'GET', undefined, token);
  await ask('/api/profiles/me', 'PUT', profile, token);
  return { token, userId: signedUp.user.id };
}

async function timed(send: () => Promise<Response>): Promise<Answer> {
  const began = performance.now();
  const answer = await send();
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

function putAvatar({ token }: Person, { bytes, name, type }: Omit<Hostile, 'kind'>): Promise<Answer> {
  const body = new FormData();
  body.set('file', new File([bytes], name, { type }));
  const headers = { Authorization: `Bearer ${token}` };
  return timed(() => fetch(`${node.origin}/storage/v1/avatar`, { method: 'PUT', body, headers }));
}

function store({ token, userId }: Person, { bytes, type }: Omit<Hostile, 'kind'>): Promise<Answer> {
  const address = `${node.origin}/storage/v1/object/avatars/${userId}/${crypto.randomUUID()}`;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
  return timed(() => fetch(address, { method: 'POST', body: bytes, headers }));
}

const signIn = async () => {
  const account = { email: 'visitor@planet.example', password: PASSWORD };
  const began = performance.now();
  await ask('/auth/v1/token?grant_type=password', 'POST', account);
  return performance.now() - began;
};
const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!;

async function quietSignIns(): Promise<number> {
  const times: number[] = [];
  for (let no = 0; no < QUIET_SIGN_INS; no++) times.push(await signIn());
  return p99(times);
}

/** Somebody signs in again and again while something else happens. */
async function signInsDuring(attack: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let going = true;
  const over = attack().finally(() => {
    going = false;
  });
  while (going) times.push(await signIn());
  await over;
  return p99(times);
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

/** The most memory of the node and of one of its children, and all children that there were. Linux only. */
function watchMemory() {
  const most = { node: 0, child: 0 };
  const children = new Set<number>();
  const look = () => {
    try {
      most.node = Math.max(most.node, memoryOf(node.process.pid!));
      for (const pid of childrenOf(node.process.pid!)) {
        children.add(pid);
        most.child = Math.max(most.child, memoryOf(pid));
      }
    } catch {
      // A child has ended between the two looks.
    }
  };
  const timer = process.platform === 'linux' ? setInterval(look, 50) : undefined;
  return { most, children, end: () => clearInterval(timer) };
}

const isThere = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const good = async () => ({
  bytes: new Uint8Array(await goodPicture('jpeg')),
  name: 'me.jpeg',
  type: 'image/jpeg',
});

/** Sends it as often as it takes for a busy machine to show what the server can do, three times at most. */
async function best(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send();
  for (let again = 0; again < 2 && answer.ms > 3_000; again++) {
    const next = await send();
    if (next.ms < answer.ms) answer = next;
  }
  return answer;
}

describe('a node that is sent hostile pictures', () => {
  test(`answers ${COUNT} of them with a no in time, while people sign in`, async () => {
    const [sender] = people as [Person];
    const before = memoryOf(node.process.pid!);
    const watch = watchMemory();
    const rounds: { quiet: number; attacked: number; ratio: number }[] = [];
    const late: string[] = [];
    const taken: string[] = [];
    let slowest = 0;
    const bombs = await carriers();
    const tooLong = await overrun();
    const attack = async (some: Hostile[]) => {
      for (const file of some) {
        for (const send of [putAvatar, store]) {
          const { status, ms } = await best(() => send(sender, file));
          slowest = Math.max(slowest, ms);
          if (status < 400 || status > 499) taken.push(`${file.kind}: ${status}`);
          if (ms > 3_000) late.push(`${file.kind}: ${Math.round(ms)} ms`);
        }
      }
      expect((await store(sender, tooLong)).status).toBe(413);
      for (const file of bombs) expect([200, 422], file.kind).toContain((await putAvatar(sender, file)).status);
    };
    // Each round holds every kind.
    for (let round = 0; round < ROUNDS; round++) {
      const quiet = await quietSignIns();
      const some = files.slice((round * COUNT) / ROUNDS, ((round + 1) * COUNT) / ROUNDS);
      const attacked = await signInsDuring(() => attack(some));
      rounds.push({ quiet, attacked, ratio: attacked / quiet });
    }
    watch.end();
    console.table(rounds.map((round) => Object.fromEntries(Object.entries(round).map(([k, v]) => [k, v.toFixed(1)]))));
    const grown = (watch.most.node - before) / MB;
    console.log(
      `slowest no ${Math.round(slowest)} ms; node +${Math.round(grown)} MB, child at most ${Math.round(watch.most.child / MB)} MB, ${watch.children.size} children`,
    );
    expect(new Set(files.map(({ kind }) => kind)).size).toBeLessThanOrEqual(COUNT / ROUNDS);
    expect(taken).toEqual([]);
    expect(late).toEqual([]);
    expect(Math.min(...rounds.map(({ ratio }) => ratio))).toBeLessThan(2);
    expect(grown).toBeLessThan(400);
    expect(watch.most.child / MB).toBeLessThan(700);
    // Every round ends one.
    if (process.platform === 'linux') expect(watch.children.size).toBeGreaterThan(ROUNDS);
    expect((await putAvatar(sender, await good())).status).toBe(200);
  }, 280_000);

  test('is not held up by a crowd that sends the worst at once', async () => {
    const bomb = await overrun();
    const ratios: number[] = [];
    for (let round = 0; round < 3 && (ratios.at(-1) ?? 2) >= 2; round++) {
      const quiet = await quietSignIns();
      const attacked = await signInsDuring(async () => {
        const answers = await Promise.all(people.map((person) => store(person, bomb)));
        expect(answers.every(({ status }) => status >= 400 && status < 500)).toBe(true);
      });
      ratios.push(attacked / quiet);
    }
    console.log(`sign-in under a crowd: ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')} times quiet`);
    expect(Math.min(...ratios)).toBeLessThan(2);
  }, 120_000);

  test('forgets the pictures of those who have gone', async () => {
    const [sender] = people as [Person];
    const bomb = await overrun();
    const first = store(sender, bomb);
    const leaving = new AbortController();
    const gone = Array.from({ length: 7 }, async () => {
      const address = `${node.origin}/storage/v1/object/avatars/${sender.userId}/${crypto.randomUUID()}`;
      const headers = { Authorization: `Bearer ${sender.token}`, 'Content-Type': bomb.type };
      const { signal } = leaving;
      await expect(fetch(address, { method: 'POST', body: bomb.bytes, headers, signal })).rejects.toThrow();
    });
    await new Promise((resolve) => setTimeout(resolve, 700));
    leaving.abort();
    await Promise.all(gone);
    const answer = await store(sender, await good());
    expect(answer.status).toBe(200);
    // One bomb was at work; seven would have taken their time one after the other.
    expect(answer.ms).toBeLessThan(7_000);
    expect((await first).status).toBe(413);
  });

  test('takes good pictures though its processes are killed, and leaves none behind', async () => {
    const [sender] = people as [Person];
    if (process.platform !== 'linux') return;
    for (let time = 0; time < 3; time++) {
      expect((await putAvatar(sender, await good())).status).toBe(200);
      for (const pid of childrenOf(node.process.pid!)) process.kill(pid, 'SIGKILL');
    }
    expect((await putAvatar(sender, await good())).status).toBe(200);
    const left = childrenOf(node.process.pid!);
    expect(left.length).toBe(1);
    await node.stop('SIGKILL');
    await expect.poll(() => left.filter(isThere), { timeout: 10_000 }).toEqual([]);
  });
});
