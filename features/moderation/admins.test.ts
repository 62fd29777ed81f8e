import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeAdmin } from './moderation.factory.ts';

let context: TestContext;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test('the calls of the operator refuse even an admin', async () => {
  const admin = await makeAdmin(context.deps);
  const headers = { Authorization: `Bearer ${admin.accessToken}` };
  const refused = await context.app.request('/auth/v1/admin/users', { headers });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'not_admin']);
});
