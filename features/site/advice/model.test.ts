import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS } from '../../../time/units.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { upsertEntitlement } from '../../payments/entitlements.queries.ts';
import type { AdviceTurn, Answer } from './advice.schema.ts';
import { sentencesOf } from './advice.wording.ts';
import { NOTHING_KNOWN } from './advice-facts.rules.ts';
import { planFor } from './advising.rules.ts';
import { ATTRIBUTE_IDS, type Ratings } from './build-facts.rules.ts';
import { type Build, spentOn } from './builds.rules.ts';
import { answerOf } from './conversation.rules.ts';
import { agreeing, linesOf, parseProposal, validateProposal } from './model-proposals.rules.ts';

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
const ours = () => answerOf(TEXT, undefined, NOTHING_KNOWN);
const proposed = (ratings: Partial<Ratings>, reasons: unknown = ['Drive first.', 'Then shoot.']) =>
  `Sure! ${JSON.stringify({ ratings, reasons })}`;
beforeEach(() => {
  model = { content: proposed(ours().build.ratings), asked: [] };
});

async function makePro() {
  const user = await makeUser(context.deps);
  const foundersExpiresAt = new Date(Date.now() + DAY_MS);
  await upsertEntitlement(context.deps.db, { userId: user.userId, foundersExpiresAt, updatedAt: new Date() });
  return user;
}

async function ask(token: string, text = TEXT): Promise<{ status: number; answer: Answer }> {
  const response = await context.app.request('/api/build-advice', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ text }),
  });
  return { status: response.status, answer: ((await response.json()) as AdviceTurn).answer };
}
const ratingsOf = ({ card }: Answer) => Object.fromEntries(card.attributes.map(({ id, rating }) => [id, rating]));

describe('the build assistant with a language model', () => {
  test('uses its proposal and wording when our rules agree, and says so', async () => {
    const { accessToken, email } = await makePro();
    const { answer } = await ask(accessToken);
    expect(ratingsOf(answer)).toEqual(ours().build.ratings);
    expect(answer).toMatchObject({ model_words: ['Drive first.', 'Then shoot.'], answered_by: 'model' });
    expect(answer.sentences).toEqual(sentencesOf(ours().facts, 'en'));
    expect(model.asked[0]).toContain('Slashing Playmaker');
    expect(model.asked[0]).not.toContain(email);
  });

  test('corrects its proposal to fit the rules and names the corrections', async () => {
    const { accessToken } = await makePro();
    model.content = proposed({ ...ours().build.ratings, block: 99, three: 30, steal: 40 }, [
      'Block everything, block 99.',
    ]);
    const { answer } = await ask(accessToken);
    const block = answer.card.attributes.find(({ id }) => id === 'block')!;
    expect(block.rating).toBeLessThanOrEqual(block.cap);
    expect(answer.card.spent).toBeLessThanOrEqual(answer.card.budget);
    expect(answer.sentences.find((one) => one.includes('corrected'))).toContain(`Block 99 to ${block.rating}`);
    expect(ratingsOf(answer).three).toBeGreaterThanOrEqual(80);
    // The model's sentence names a rating the build doesn't have.
    expect(answer.model_words).toEqual([]);
  });

  test.each([
    ['fails', undefined],
    ['says nothing', ' \n '],
    ['says nothing but words', 'Play tall and shoot.'],
    ['proposes nothing we know', '{"ratings": {"magic": 99}}'],
    ['breaks off', '{"ratings": {"three": 9'],
  ])('falls back to the rules and says so when the model %s', async (_what, content) => {
    const { accessToken } = await makePro();
    model.content = content;
    const { status, answer } = await ask(accessToken);
    expect([status, answer.answered_by, answer.model_words]).toEqual([200, 'rules_fallback', []]);
    expect(ratingsOf(answer)).toEqual(ours().build.ratings);
  });

  test('asks the model ten times an hour per player, then the rules answer', async () => {
    const [one, other] = [await makePro(), await makePro()];
    for (let round = 0; round < 10; round++) expect((await ask(one.accessToken)).answer.answered_by).toBe('model');
    expect((await ask(one.accessToken)).answer.answered_by).toBe('rules_limit');
    expect(model.asked).toHaveLength(10);
    expect((await ask(other.accessToken)).answer.answered_by).toBe('model');
  });

  test('skips the model for an existing build, without Pro, or when none is configured', async () => {
    const pro = await makePro();
    await ask(pro.accessToken);
    expect((await ask(pro.accessToken, 'why?')).answer.answered_by).toBe('rules');
    const { accessToken } = await makeUser(context.deps);
    expect((await ask(accessToken)).status).toBe(403);
    expect(model.asked).toHaveLength(1);
    const { env } = context.deps;
    context.deps.env = { ...env, LLM_API_KEY: undefined };
    const { answer } = await ask(pro.accessToken);
    context.deps.env = env;
    expect(answer.answered_by).toBe('rules');
    expect(model.asked).toHaveLength(1);
  });
});

describe("a model's proposal", () => {
  const state = answerOf('6\'4" point guard, no dunks, our squad has no shooting', undefined, NOTHING_KNOWN);
  const plan = planFor(state.wishes, NOTHING_KNOWN);

  test('always becomes a build within caps, budget and wishes', () => {
    const rating = fc.oneof(fc.integer({ min: -50, max: 5000 }), fc.double());
    const ratings = fc.record(Object.fromEntries(ATTRIBUTE_IDS.map((id) => [id, rating])), { requiredKeys: [] });
    fc.assert(
      fc.property(ratings, (proposal) => {
        const read = parseProposal(proposed(proposal as Partial<Ratings>));
        if (!read) return;
        const { build, facts } = validateProposal(read, plan);
        expect(spentOn(build.ratings)).toBeLessThanOrEqual(build.budget);
        for (const id of ATTRIBUTE_IDS) expect(build.ratings[id]).toBeLessThanOrEqual(plan.limits[id]);
        expect([build.ratings.dunk, build.ratings.standing_dunk]).toEqual([25, 25]);
        expect(build.ratings.three).toBeGreaterThanOrEqual(Math.min(80, plan.caps.three));
        for (const fact of facts) {
          if (fact.kind !== 'corrected') continue;
          for (const [id, was, is] of fact.changes) expect([build.ratings[id], was !== is]).toEqual([is, true]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('loses every sentence that contradicts the build', () => {
    const { build } = state;
    const says = (line: string, of: Build = build) => agreeing([line], of, plan, 'en').length === 1;
    expect(says(`Three-point shot ${build.ratings.three} stretches the floor.`)).toBe(true);
    expect(says('You bring the ball up and keep everybody calm.')).toBe(true);
    expect(says('Raise your three to 99.')).toBe(false);
    expect(says('At 7\'0" you see over everybody.')).toBe(false);
    expect(says('A center like this owns the paint.')).toBe(false);
    expect(says('You will dunk on everybody.')).toBe(false);
    expect(says('It costs 2000 points.')).toBe(false);
  });
});

describe("a model's text", () => {
  test('becomes plain lines without markup, URLs, invisible characters or repetition', () => {
    const written =
      '## Why\n\n- **Drive** first.\n2. See https://evil.example.test/x now\u202e!\n* Drive first.\n<b>tall</b>';
    expect(linesOf(written)).toEqual(['Why', 'Drive first.', 'See now !', '<b>tall</b>']);
  });

  test('is cut to six lines of 400 characters', () => {
    const lines = linesOf(Array.from({ length: 9 }, (_, at) => `${at}${'x'.repeat(900)}`).join('\n'));
    expect(lines.map((line) => line.length)).toEqual([400, 400, 400, 400, 400, 400]);
    expect(lines[0]!.endsWith('…')).toBe(true);
  });
});
