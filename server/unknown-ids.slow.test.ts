import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coaches as coachFaces } from '../content/coaches-content.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import type { ApiEnv } from './http.ts';
import { onError } from './middleware/errors.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { listOperations } from './test-operations.ts';
import { createSamples } from './test-samples.ts';

let context: TestContext;
let tokens: string[];
let places: string[];
beforeAll(async () => {
  context = await openTestContext({ LOG_LEVEL: 'silent' });
  tokens = [(await makeAdmin(context.deps)).accessToken, (await makePlayer(context.deps)).accessToken];
  places = [(await makePlayer(context.deps)).userId, coachFaces[0]!.id];
});
afterAll(() => context.close());

/** Operations that would end the account or session used for everything else, and those whose bodies are files. */
const EXCLUDED_PATHS = /^\/auth\/v1\/logout|\/not-me$|^\/storage\//;
const EXCLUDED_OPERATIONS = ['DELETE /auth/v1/user'];

test("returns the command's own message for an unknown id, never a server error", async () => {
  const operations = (await listOperations(context.app)).filter(
    ({ method, path }) => !EXCLUDED_PATHS.test(path) && !EXCLUDED_OPERATIONS.includes(`${method} ${path}`),
  );
  const faults: string[] = [];
  const unexplainedPaths: string[] = [];
  let understoodCount = 0;
  for (const operation of operations) {
    const statuses: number[] = [];
    for (const { path, body } of createSamples(operation, places)) {
      for (const token of tokens) {
        const { status, text } = await ask(operation.method, path, token, body);
        statuses.push(status);
        const line = `${operation.method} ${path} ${JSON.stringify(body)}: ${text}`;
        if (status >= 500 && status !== 503) faults.push(line);
        if (text.includes('Something this depends on was deleted. Reload the page to see what’s left.'))
          unexplainedPaths.push(line);
      }
    }
    if (statuses.some((status) => status !== 422 && status !== 400)) understoodCount += 1;
  }
  expect({ faults, unsaid: unexplainedPaths }).toEqual({ faults: [], unsaid: [] });
  expect(operations.length).toBeGreaterThan(150);
  expect(understoodCount / operations.length).toBeGreaterThan(0.8);
  for (const token of tokens) expect((await ask('GET', '/api/profiles/me', token)).status).toBe(200);
}, 300_000);

async function ask(method: string, path: string, token: string, body?: unknown) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await context.app.request(path, { method, headers, ...init });
  const isJson = response.headers.get('Content-Type')?.includes('json');
  const text = isJson ? await response.text() : '';
  if (!isJson) await response.body?.cancel();
  return { status: response.status, text };
}

test('returns 404 with a message when a row is deleted between the check and the write', async () => {
  const app = new Hono<ApiEnv>().onError(onError).put('/', async () => {
    const unknownId = crypto.randomUUID();
    await context.deps.database.pool.query('insert into admin_roles (user_id) values ($1)', [unknownId]);
    throw new Error('the database took it');
  });
  const response = await app.request('/', { method: 'PUT' });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    error: {
      code: 'not_found',
      message: 'Something this depends on was deleted. Reload the page to see what’s left.',
    },
  });
});
