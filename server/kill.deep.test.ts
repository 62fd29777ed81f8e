import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NodeUnderTest, scratchFolder, startNode } from '../tools/node-under-test.ts';

const ROUNDS = 20;
const WRITERS = 4;
const PASSWORD = 'Orbit-of-five-2026';

type Writer = { email: string; token: string; acknowledged: number };

let folder: { path: string; remove: () => void };
beforeAll(() => {
  folder = scratchFolder();
});
afterAll(() => folder.remove());

const jsonHeaders = { 'Content-Type': 'application/json' };

async function signIn(origin: string, email: string, path: 'signup' | 'token?grant_type=password'): Promise<string> {
  const response = await fetch(`${origin}/auth/v1/${path}`, {
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

/** Writes one number after the other and remembers the last that the server acknowledged. */
async function keepWriting(origin: string, writer: Writer): Promise<void> {
  const headers = { ...jsonHeaders, Authorization: `Bearer ${writer.token}` };
  for (let next = writer.acknowledged + 1; ; next++) {
    try {
      const body = JSON.stringify({ display_name: writer.email, bio: `write ${next}` });
      const response = await fetch(`${origin}/api/profiles/me`, { method: 'PUT', headers, body });
      if (!response.ok) return;
      await response.arrayBuffer();
      writer.acknowledged = next;
    } catch {
      return;
    }
  }
}

async function storedNumber(origin: string, writer: Writer): Promise<number> {
  const response = await fetch(`${origin}/api/profiles/me`, { headers: { Authorization: `Bearer ${writer.token}` } });
  const { bio } = (await response.json()) as { bio: string };
  return Number(bio.slice('write '.length));
}

async function start(): Promise<NodeUnderTest> {
  return startNode({ DATA_DIR: folder.path, SEED_PLAYERS: '0', LOG_LEVEL: 'error' });
}

test(`${ROUNDS} times killed in the middle of writes, the database has every write that was acknowledged`, async () => {
  let node = await start();
  const writers: Writer[] = [];
  for (let index = 0; index < WRITERS; index++) {
    const email = `writer-${index}@planet.example`;
    writers.push({ email, token: await signIn(node.origin, email, 'signup'), acknowledged: 0 });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const before = writers.map((writer) => writer.acknowledged);
    const writing = writers.map((writer) => keepWriting(node.origin, writer));
    await expect
      .poll(() => writers.every((writer, index) => writer.acknowledged > before[index]! + (round % 5)), {
        timeout: 20_000,
      })
      .toBe(true);
    await node.stop('SIGKILL');
    await Promise.all(writing);
    node = await start();
    for (const writer of writers) {
      const stored = await storedNumber(node.origin, writer);
      // One write may have been stored without its acknowledgement having arrived.
      expect([writer.acknowledged, writer.acknowledged + 1]).toContain(stored);
      writer.acknowledged = stored;
    }
  }
  await node.stop();
});
