import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS } from '../../../time/units.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { upsertEntitlement } from '../../deals/entitlements.queries.ts';
import { adviseBuild, linesOf } from './advice.rules.ts';
import type { Answer } from './advice.schema.ts';

const TEXT = '6 ft 4 point guard, slasher, our squad has no shooting.';

let context: TestContext;
let server: Server;
let model: { content: string | undefined; asked: string[] };

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      model.asked.push(body);
      if (model.content === undefined) return response.writeHead(503).end();
      response.end(JSON.stringify({ choices: [{ message: { content: model.content } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context = await openTestContext({
    LLM_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    LLM_API_KEY: 'key',
    LLM_MODEL: 'small-1',
  });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await context.close();
});
beforeEach(() => {
  model = { content: 'Drive first.\nThen shoot.', asked: [] };
});

async function makePro() {
  const user = await makeUser(context.deps);
  const foundersExpiresAt = new Date(Date.now() + DAY_MS);
  await upsertEntitlement(context.deps.db, { userId: user.userId, foundersExpiresAt, updatedAt: new Date() });
  return user;
}

async function ask(token: string, text = TEXT): Promise<{ status: number; body: Answer }> {
  const response = await context.app.request('/api/build-advice', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ text }),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

describe('the build assistant with a language model', () => {
  test('keeps the build of the rules, takes the reasons of the model and says so', async () => {
    const { accessToken, email } = await makePro();
    const { body } = await ask(accessToken);
    expect(body).toEqual({ ...adviseBuild(TEXT), reasons: ['Drive first.', 'Then shoot.'], answered_by: 'model' });
    expect(model.asked[0]).toContain('Slashing Playmaker Point Guard');
    expect(model.asked[0]).not.toContain(email);
  });

  test.each([
    ['fails', undefined],
    ['says nothing', ' \n '],
    ['says nothing but an address', 'https://elsewhere.example.test'],
  ])('that %s lets the rules answer and says so', async (_what, content) => {
    const { accessToken } = await makePro();
    model.content = content;
    const { status, body } = await ask(accessToken);
    expect([status, body]).toEqual([200, { ...adviseBuild(TEXT), answered_by: 'rules_fallback' }]);
  });

  test('is asked ten times an hour by one person; after that the rules answer', async () => {
    const [one, other] = [await makePro(), await makePro()];
    for (let round = 0; round < 10; round++) expect((await ask(one.accessToken)).body.answered_by).toBe('model');
    expect((await ask(one.accessToken)).body.answered_by).toBe('rules_limit');
    expect(model.asked).toHaveLength(10);
    expect((await ask(other.accessToken)).body.answered_by).toBe('model');
  });

  test('is not asked for people without Pro', async () => {
    const { accessToken } = await makeUser(context.deps);
    expect((await ask(accessToken)).status).toBe(403);
    expect(model.asked).toEqual([]);
  });

  test('is not asked when none is configured', async () => {
    const { accessToken } = await makePro();
    const { env } = context.deps;
    context.deps.env = { ...env, LLM_API_KEY: undefined };
    const { body } = await ask(accessToken);
    context.deps.env = env;
    expect(body.answered_by).toBe('rules');
    expect(model.asked).toEqual([]);
  });
});

describe('what a model wrote', () => {
  test('becomes plain lines without markup, addresses, invisible characters or repetition', () => {
    const written =
      '## Why\n\n- **Drive** first.\n2. See https://evil.example.test/x now\u202e!\n* Drive first.\n<b>tall</b>';
    expect(linesOf(written)).toEqual(['Why', 'Drive first.', 'See now !', '<b>tall</b>']);
  });

  test('is cut to six lines of four hundred characters', () => {
    const lines = linesOf(Array.from({ length: 9 }, (_, at) => `${at}${'x'.repeat(900)}`).join('\n'));
    expect(lines.map((line) => line.length)).toEqual([400, 400, 400, 400, 400, 400]);
    expect(lines[0]!.endsWith('…')).toBe(true);
  });
});
