import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { listOperations, type OperationUnderTest } from './test-operations.ts';

const HOSTILE_VALUES = [
  '',
  '\u0000',
  '\u202e\ud800',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  'x'.repeat(5_000),
  '-1',
  '1e400',
  'NaN',
  '..%2f..%2fetc',
  '[object Object]',
  '🏀'.repeat(300),
];
const text = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.string({ unit: 'grapheme' }), fc.uuid());
const bodyText = fc.oneof(
  fc.json(),
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"__proto__":{"admin":true}}',
    `{"a":"${'y'.repeat(20_000)}"}`,
    '[['.repeat(2_000),
  ),
  fc
    .dictionary(
      fc.constantFrom(
        'id',
        'action',
        'title',
        'modes',
        'email',
        'password',
        'platform',
        'message',
        'availability',
        'priceId',
        'user_id',
      ),
      fc.oneof(text, fc.integer(), fc.jsonValue()),
    )
    .map((value) => JSON.stringify(value)),
);

/** Excluded operations. Signing out would end the session used for everything else, so a separate test covers it. */
const EXCLUDED_PATHS = ['/auth/v1/logout'];

function requestOf(operation: OperationUnderTest, values: string[], body: string, token: string | undefined) {
  let next = 0;
  const take = () => values[next++ % values.length] ?? '';
  const path = operation.path.replace(/\{[^}]+\}/g, () => encodeURIComponent(take().toWellFormed()) || '%20');
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => `${parameter.name}=${encodeURIComponent(take().toWellFormed())}`)
    .join('&');
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  return [`${path}?${query}`, { method: operation.method, headers, ...(operation.hasBody ? { body } : {}) }] as const;
}

/** Calls every API operation with random input as every kind of user. The response must never be a server error. */
export function fuzzEveryOperation({ runs }: { runs: number }): void {
  let context: TestContext;
  let tokens: (string | undefined)[];
  beforeAll(async () => {
    context = await openTestContext({ LOG_LEVEL: 'silent' });
    const admin = await makeAdmin(context.deps);
    const player = await makePlayer(context.deps);
    tokens = [undefined, player.accessToken, admin.accessToken];
  });
  afterAll(() => context.close());

  test('never causes a server error', async () => {
    const faults: string[] = [];
    for (const operation of await listOperations(context.app)) {
      if (EXCLUDED_PATHS.includes(operation.path)) continue;
      await fc.assert(
        fc.asyncProperty(fc.array(text, { minLength: 4, maxLength: 8 }), bodyText, async (values, body) => {
          for (const token of tokens) {
            const response = await context.app.request(...requestOf(operation, values, body, token));
            await response.body?.cancel();
            if (response.status >= 500 && response.status !== 503) {
              faults.push(
                `${operation.method} ${operation.path} ${JSON.stringify({ values, body: body.slice(0, 200) })}: ${response.status}`,
              );
            }
          }
        }),
        { numRuns: runs, seed: 20261120 },
      );
    }
    expect([...new Set(faults.map((fault) => fault.slice(0, 300)))]).toEqual([]);
  }, 600_000);
}
