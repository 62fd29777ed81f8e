import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeSquadProposal } from '../features/matches/matches.factory.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

let context: TestContext;
let accessToken: string;
beforeAll(async () => {
  context = await openTestContext();
  const { members } = await makeSquadProposal(context.deps);
  accessToken = members[0]!.accessToken;
  await makePlayer(context.deps);
});
afterAll(() => context.close());

/** Returns all statements for one response, including those that identify the actor. */
async function listStatements(path: string): Promise<string[]> {
  const querySpy = vi.spyOn(pg.Client.prototype, 'query');
  const response = await context.app.request(path, { headers: { Authorization: `Bearer ${accessToken}` } });
  const texts = querySpy.mock.calls.map(([one]) => (typeof one === 'string' ? one : (one as { text: string }).text));
  querySpy.mockRestore();
  expect(response.status, await response.text()).toBe(200);
  return texts;
}

// Each statement costs a web node about half as much as a liveness call. One identifies the actor and one loads the
// whole page.
test.each([
  '/api/matches',
  '/api/dashboard',
  '/api/profiles?free=auto',
  '/api/profiles?free=no',
  '/api/lfg/listings',
  '/api/notifications',
  '/auth/v1/user',
])('sends two statements for %s: one for the actor, one for the page', async (path) => {
  await listStatements(path);
  const texts = await listStatements(path);
  expect(texts, texts.join('\n')).toHaveLength(2);
  expect(texts[0]).toContain('auth.sessions');
});
