import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '../features/accounts/accounts.factory.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { fillPath, listOperations } from './test-operations.ts';

let context: TestContext;
let token: string;
beforeAll(async () => {
  context = await openTestContext();
  token = (await makeAdmin(context.deps)).accessToken;
});
afterAll(() => context.close());

const send = (path: string, method: string, body: string, type = 'application/json') =>
  context.app.request(path, { method, body, headers: { 'Content-Type': type, Authorization: `Bearer ${token}` } });

describe("text that PostgreSQL can't store", () => {
  test.each([
    ['{"note":"a\\u0000b"}', 'note'],
    ['{"answers":{"role":["x","\\u0000"]}}', 'answers.role.1'],
    ['{"name":"\\ud800"}', 'name'],
    ['{"name":"\\udc00\\ud800"}', 'name'],
  ])('is refused with its field: %s', async (body, field) => {
    const response = await send('/api/crew-dna', 'PUT', body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid', field, message: expect.stringContaining(`The field ${field} contains a character`) },
    });
  });

  test('is refused with a 422 by every operation with a body', async () => {
    const operations = (await listOperations(context.app)).filter(({ hasBody }) => hasBody);
    expect(operations.length).toBeGreaterThan(60);
    for (const path of [
      '/storage/v1/object/copy',
      '/storage/v1/object/move',
      '/storage/v1/object/sign/{bucket}/{path}',
    ])
      expect(operations.map((one) => one.path)).toContain(path);
    const failures: string[] = [];
    for (const operation of operations) {
      const path = fillPath(operation, '00000000-0000-4000-8000-000000000000');
      const { status } = await send(path, operation.method, '{"any":"\\u0000"}');
      if (status !== 422) failures.push(`${operation.method} ${operation.path}: ${status}`);
    }
    expect(failures).toEqual([]);
  });

  test('is refused in form data', async () => {
    const type = 'application/x-www-form-urlencoded';
    expect((await send('/auth/v1/oauth/token', 'POST', 'grant_type=a%00b', type)).status).toBe(422);
  });

  test('is distinguished from valid text that looks similar', async () => {
    const { accessToken } = await makeUser(context.deps);
    const response = await context.app.request('/auth/v1/user', {
      method: 'PUT',
      body: '{"data":{"note":"a backslash: \\\\u0000, and a whole pair: \\ud83c\\udfc0"}}',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('a whole pair: 🏀');
  });
});
