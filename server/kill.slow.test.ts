import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratchFolder, type NodeUnderTest, startNode } from '../tools/node-under-test.ts';

const ROUND_COUNT = 20;
const WRITER_COUNT = 4;
const PASSWORD = 'Orbit-of-five-2026';

type Writer = { token: string; profile: object; acknowledged: number };

let folder: { path: string; remove: () => void };
beforeAll(() => {
  folder = createScratchFolder();
});
afterAll(() => folder.remove());

async function ask<T>(
  origin: string,
  token: string | undefined,
  operation: `${string} ${string}`,
  body?: object,
): Promise<T> {
  const [method, path] = operation.split(' ') as [string, string];
  const response = await fetch(origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

async function makeWriter(origin: string, index: number): Promise<Writer> {
  const account = { email: `writer-${index}@planet.example`, password: PASSWORD };
  const { access_token: token } = await ask<{ access_token: string }>(
    origin,
    undefined,
    'POST /auth/v1/signup',
    account,
  );
  await ask(origin, token, 'POST /api/profiles/me/arrival', { timezone: 'UTC' });
  const profile = await ask<object>(origin, token, 'GET /api/profiles/me');
  return { token, profile, acknowledged: 0 };
}

/** Writes one number after another and records the last one that the server acknowledged. */
async function keepWriting(origin: string, writer: Writer): Promise<void> {
  for (let next = writer.acknowledged + 1; ; next++) {
    try {
      await ask(origin, writer.token, 'PUT /api/profiles/me', { ...writer.profile, bio: `write ${next}` });
    } catch (error) {
      // The node was killed, so TypeErrors are expected. An error the node returned itself is a bug in the test.
      if (!(error instanceof TypeError)) throw error;
      return;
    }
    writer.acknowledged = next;
  }
}

async function storedNumber(origin: string, writer: Writer): Promise<number> {
  const { bio } = await ask<{ bio: string }>(origin, writer.token, 'GET /api/profiles/me');
  return Number(bio.slice('write '.length));
}

async function start(): Promise<NodeUnderTest> {
  return startNode({ DATA_DIR: folder.path, SEED_PLAYERS: '0', LOG_LEVEL: 'error', AUTH_AUTOCONFIRM: 'true' });
}

test(`keeps every acknowledged write when killed ${ROUND_COUNT} times mid-write`, async () => {
  let node = await start();
  const writers: Writer[] = [];
  for (let index = 0; index < WRITER_COUNT; index++) writers.push(await makeWriter(node.origin, index));
  for (let round = 0; round < ROUND_COUNT; round++) {
    const before = writers.map((writer) => writer.acknowledged);
    const writePromises = writers.map((writer) => keepWriting(node.origin, writer));
    await expect
      .poll(() => writers.every((writer, index) => writer.acknowledged > before[index]! + (round % 5)), {
        timeout: 20_000,
      })
      .toBe(true);
    await node.stop('SIGKILL');
    await Promise.all(writePromises);
    node = await start();
    for (const writer of writers) {
      const value = await storedNumber(node.origin, writer);
      // One write may have been stored although its acknowledgment got lost.
      expect([writer.acknowledged, writer.acknowledged + 1]).toContain(value);
      writer.acknowledged = value;
    }
  }
  await node.stop();
});
