import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

async function ask(token: string, method: string, path: string, json?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: await response.json() };
}

describe('a request for a team', () => {
  const wish = {
    desired_roles: ['PG', 'C'],
    skill_tiers: 'elite',
    region: 'na-east',
    platform: 'ps5',
    availability_windows: 'Weeknights',
    discord_psn: 'captain',
    deadline: '2099-01-01',
  };

  test('is made for oneself and for nobody else', async () => {
    const [me, other] = [await makeUser(context.deps), await makeUser(context.deps)];
    for (const path of ['/functions/v1/team-build-request', '/api/team-build/request']) {
      const refused = await ask(me.accessToken, 'POST', path, { ...wish, buyer_id: other.userId });
      expect(refused.status).toBe(403);
      expect(refused.body.error).toMatchObject({ field: 'buyer_id', message: 'You can only ask for your own team.' });
      const made = await ask(me.accessToken, 'POST', path, { ...wish, buyer_id: me.userId });
      expect(made.status).toBe(200);
      expect(made.body.id).toEqual(expect.any(String));
    }
    expect((await ask(other.accessToken, 'GET', '/api/team-builds')).body.requests).toEqual([]);
  });
});

describe('being asked at short notice', () => {
  test('is off at first, is stored when agreed to, and taken back', async () => {
    const [me, other] = [await makeUser(context.deps), await makeUser(context.deps)];
    const read = async (who: { accessToken: string }) =>
      (await ask(who.accessToken, 'GET', '/api/alerts/availability')).body;
    expect(await read(me)).toEqual({ availability_opt_in: false, phone_opt_in: false });
    const agreed = { availability_opt_in: true, phone_opt_in: true };
    expect((await ask(me.accessToken, 'POST', '/api/alerts/availability', agreed)).status).toBe(200);
    expect(await read(me)).toEqual(agreed);
    expect(await read(other)).toEqual({ availability_opt_in: false, phone_opt_in: false });
    const back = { availability_opt_in: false, phone_opt_in: false };
    await ask(me.accessToken, 'POST', '/api/alerts/availability', back);
    expect(await read(me)).toEqual(back);
  });
});
