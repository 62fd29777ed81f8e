import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { openLive } from '../live/test-live.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { makeListing } from './lfg.factory.ts';
import type { OwnLfg } from './lfg.schema.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const ask = (player: Player, method: string, path: string) =>
  context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });

/** Reads until a frame names this topic. @returns all topics named until then */
async function readUntil(live: Awaited<ReturnType<typeof openLive>>, topic: string): Promise<string[]> {
  const topics: string[] = [];
  while (!topics.includes(topic)) {
    const { event, data } = await live.next();
    if (event === 'end') break;
    topics.push(...Object.keys(event === 'greeting' ? (data as { topics: object }).topics : data));
  }
  return topics;
}

test('notifies the owner about an application and the applicant about the decision, but no other applicant', async () => {
  const [owner, player, rivalApplicant] = [
    await makePlayer(context.deps, { role: 'PG' }),
    await makePlayer(context.deps, { role: 'C' }),
    await makePlayer(context.deps, { role: 'PF' }),
  ];
  const id = await makeListing(context.deps, owner, { needed_positions: ['C', 'PF'] });
  expect((await ask(rivalApplicant, 'POST', `/api/lfg/listings/${id}/apply`)).status).toBe(200);
  const [his, hers, othersStream] = [
    await openLive(context.app, owner.accessToken),
    await openLive(context.app, player.accessToken),
    await openLive(context.app, rivalApplicant.accessToken),
  ];
  await readUntil(his, `applicants:${id}`);
  const rivals = await readUntil(othersStream, `inbox:${rivalApplicant.userId}`);
  expect(rivals.filter((topic) => topic.startsWith('appl'))).toHaveLength(1);

  expect((await ask(player, 'POST', `/api/lfg/listings/${id}/apply`)).status).toBe(200);
  await readUntil(his, `applicants:${id}`);
  const { applications } = (await (await ask(player, 'GET', '/api/lfg/mine')).json()) as OwnLfg;
  const application = `application:${applications[0]!.id}`;
  await readUntil(hers, application);
  expect((await ask(owner, 'POST', `/api/lfg/applications/${applications[0]!.id}/accept`)).status).toBe(200);
  await readUntil(hers, application);

  const { pool } = context.deps.database;
  await pool.query('select live_raise($1, $2::uuid[])', ['inbox', [rivalApplicant.userId]]);
  expect(await readUntil(othersStream, `inbox:${rivalApplicant.userId}`)).toEqual([`inbox:${rivalApplicant.userId}`]);
  await Promise.all([his, hers, othersStream].map((live) => live.close()));
});
