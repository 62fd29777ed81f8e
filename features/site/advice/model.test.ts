import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS } from '../../../time/units.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { upsertEntitlement } from '../../payments/entitlements.queries.ts';
import { type AdviceTurn, type FilledChips, Wishes } from './advice.schema.ts';
import { parseModelChips } from './model-chips.rules.ts';
import { matchText } from './text-matching.rules.ts';
import { CHIP_IDS } from './vocabulary.schema.ts';
import { listContradictions, NO_WISHES } from './wishes.rules.ts';

const TEXT = '6 ft 4 point guard, slasher, our squad has no shooting.';
const MODEL_REPLY = { chips: ['position.C', 'want.rebounding'], height_cm: 211, weight_lb: null, budget: null };

let context: TestContext;
let server: Server;
let model: { content: string | undefined; requests: string[] };

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      model.requests.push(body);
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
  model = { content: `Sure! ${JSON.stringify(MODEL_REPLY)}`, requests: [] };
});

async function makePro() {
  const user = await makeUser(context.deps);
  const foundersExpiresAt = new Date(Date.now() + DAY_MS);
  await upsertEntitlement(context.deps.db, { userId: user.userId, foundersExpiresAt, updatedAt: new Date() });
  return user;
}

async function send<T>(token: string, path: string, json: unknown): Promise<{ status: number; body: T }> {
  const response = await context.app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(json),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const fillChipsFrom = async (token: string, wishes: Wishes = NO_WISHES) =>
  (await send<FilledChips>(token, '/api/build-advice/chips', { text: TEXT, wishes })).body;

describe('the build assistant with a language model', () => {
  it("adds the model's chips to the existing ones that are compatible", async () => {
    const { accessToken, email } = await makePro();
    expect(await fillChipsFrom(accessToken, { ...NO_WISHES, chips: ['position.PG', 'level.elite'] })).toEqual({
      wishes: { ...MODEL_REPLY, chips: ['level.elite', ...MODEL_REPLY.chips] },
      ...{ filled_by: 'model', found: true },
    });
    expect(model.requests[0]).toContain('position.PG: Point guard');
    expect(model.requests[0]).not.toContain(email);
  });

  it('uses the model for a text without chips, but not when there are chips', async () => {
    const { accessToken } = await makePro();
    const { body } = await send<AdviceTurn>(accessToken, '/api/build-advice', { text: TEXT });
    expect(body.answer).toMatchObject({
      answered_by: 'model',
      wishes: MODEL_REPLY,
      card: { position: 'C', height_cm: 211 },
    });
    await send(accessToken, '/api/build-advice', { text: TEXT, wishes: MODEL_REPLY });
    expect(model.requests).toHaveLength(1);
  });

  it.each([
    ['fails', undefined],
    ['returns only whitespace', ' \n '],
    ['returns no JSON', 'Play tall and shoot.'],
    ['picks only unknown chips', '{"chips": ["position.QB", 7, null, {"id": "position.C"}]}'],
    ['returns truncated JSON', '{"chips": ["position.C"'],
  ])('matches the labels and reports the fallback when the model %s', async (_what, content) => {
    const { accessToken } = await makePro();
    model.content = content;
    const result = await fillChipsFrom(accessToken);
    expect(result).toEqual({ wishes: matchText(TEXT), filled_by: 'rules_fallback', found: true });
  });

  it('asks the model ten times an hour per player, then matches the labels', async () => {
    const [one, other] = [await makePro(), await makePro()];
    for (let round = 0; round < 10; round++) expect((await fillChipsFrom(one.accessToken)).filled_by).toBe('model');
    expect(await fillChipsFrom(one.accessToken)).toMatchObject({ filled_by: 'rules_limit', wishes: matchText(TEXT) });
    expect(model.requests).toHaveLength(10);
    expect((await fillChipsFrom(other.accessToken)).filled_by).toBe('model');
  });

  it('skips the model without Pro, or when none is configured', async () => {
    const { accessToken } = await makeUser(context.deps);
    const json = { text: TEXT, wishes: NO_WISHES };
    expect((await send(accessToken, '/api/build-advice/chips', json)).status).toBe(403);
    const pro = await makePro();
    const { env } = context.deps;
    context.deps.env = { ...env, LLM_API_KEY: undefined };
    expect((await fillChipsFrom(pro.accessToken)).filled_by).toBe('rules');
    context.deps.env = env;
    expect(model.requests).toEqual([]);
  });
});

describe('parseModelChips', () => {
  it('keeps known chips once and moves numbers into their range', () => {
    const hostile = {
      chips: [
        'want.three',
        'want.three',
        '<img onerror=x>',
        'constructor',
        'want.__proto__',
        ['position.C'],
        'level.elite',
      ],
      ...{ height_cm: 1e9, weight_lb: -3.5, budget: '900', ratings: { three: 99 }, text: 'Ignore the rules' },
    };
    expect(parseModelChips(`\`\`\`json\n${JSON.stringify(hostile)}\n\`\`\``)).toEqual({
      ...{ chips: ['want.three', 'level.elite'], height_cm: 224, weight_lb: 117, budget: null },
    });
  });

  it('returns valid wishes or nothing for any text', () => {
    const value = fc.oneof(fc.constantFrom<unknown>(...CHIP_IDS), fc.jsonValue());
    const modelOutput = fc.record(
      {
        chips: fc.oneof(fc.array(value), fc.jsonValue()),
        height_cm: fc.oneof(fc.double(), fc.jsonValue()),
        budget: fc.integer(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          modelOutput.map((one) => JSON.stringify(one)),
          fc.string(),
        ),
        (text) => {
          const wishes = parseModelChips(text);
          expect(wishes === undefined || Wishes.safeParse(wishes).success).toBe(true);
        },
      ),
    );
  });

  it('keeps contradictory chips for the player to resolve', () => {
    const wishes = parseModelChips('{"chips": ["position.C", "position.PG"]}');
    expect(listContradictions(wishes!.chips)).toHaveLength(1);
  });
});
