import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { addMs as later } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { getRetryDelay } from './money-worker.rules.ts';
import { eraseAtProvider } from './provider-erasures.commands.ts';
import { insertErasure } from './provider-erasures.queries.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
let context: TestContext;
let deps: Deps;
/** The payment provider's response, and the requests it got. */
let respond: () => Response;
let requests: string[];

const createRefusal = (status: number, code: string) => () =>
  Response.json({ error: { type: 'invalid_request_error', code, message: `Refused: ${code}.` } }, { status });

beforeAll(async () => {
  context = await openTestContext();
  deps = {
    ...context.deps,
    env: { ...context.deps.env, STRIPE_SECRET_KEY: 'sk_test_erasures', STRIPE_API_URL: 'http://127.0.0.1:9' },
    fetch: async (input, init) => {
      requests.push(`${init?.method} ${new URL(String(input)).pathname}`);
      return respond();
    },
  };
});
afterAll(() => context.close());
beforeEach(async () => {
  requests = [];
  respond = () => Response.json({ id: 'any', deleted: true });
  context.setNow(NOW);
  await context.deps.database.pool.query('delete from processor_erasures');
});

const listRows = async () => {
  const { rows: found } = await context.deps.database.pool.query<{
    done_at: Date | null;
    due_at: Date;
    attempts: number;
    problem: string | null;
  }>('select done_at, due_at, attempts, problem from processor_erasures');
  return found;
};
const add = (kind: 'customer' | 'seller', providerId = `${kind}_1`) =>
  insertErasure(deps.db, { providerId, kind }, NOW);

describe('erasure at the payment provider', () => {
  it.each([
    ['customer', 'DELETE /v1/customers/customer_1'],
    ['seller', 'DELETE /v1/accounts/seller_1'],
  ] as const)('removes a %s and marks it done', async (kind, request) => {
    await add(kind);
    await eraseAtProvider(deps);
    expect(requests).toEqual([request]);
    expect(await listRows()).toMatchObject([{ done_at: NOW, attempts: 0, problem: null }]);
    await eraseAtProvider(deps);
    expect(requests).toHaveLength(1);
  });

  it('finishes when the provider no longer knows the user', async () => {
    await add('customer');
    respond = createRefusal(404, 'resource_missing');
    await eraseAtProvider(deps);
    expect(await listRows()).toMatchObject([{ done_at: NOW, problem: null }]);
  });

  it.each([
    ['customer', getRetryDelay(1)],
    ['seller', DAY_MS],
  ] as const)('retries a %s later when the provider refuses, and records why', async (kind, pause) => {
    await add(kind);
    respond = createRefusal(400, 'balance_not_zero');
    await eraseAtProvider(deps);
    const dueAt = later(NOW, pause);
    expect(await listRows()).toMatchObject([
      { done_at: null, due_at: dueAt, attempts: 1, problem: 'Refused: balance_not_zero.' },
    ]);
    context.setNow(later(dueAt, -1));
    await eraseAtProvider(deps);
    expect(requests).toHaveLength(1);
    respond = () => Response.json({ id: 'any', deleted: true });
    context.setNow(dueAt);
    await eraseAtProvider(deps);
    expect(await listRows()).toMatchObject([{ done_at: dueAt, problem: null }]);
  });

  it('continues with the next erasures when one is refused, and waits longer each time', async () => {
    await add('customer', 'customer_1');
    await add('customer', 'customer_2');
    respond = createRefusal(400, 'customer_locked');
    await eraseAtProvider(deps);
    expect(requests).toHaveLength(2);
    context.setNow(later(NOW, DAY_MS));
    await eraseAtProvider(deps);
    const due = (await listRows()).map(({ due_at }) => due_at.getTime());
    expect(due).toEqual([NOW.getTime() + DAY_MS + getRetryDelay(2), NOW.getTime() + DAY_MS + getRetryDelay(2)]);
  });

  it('stops before the next erasure when its node shuts down', async () => {
    await add('customer');
    await eraseAtProvider(deps, AbortSignal.abort());
    expect(requests).toEqual([]);
  });
});
