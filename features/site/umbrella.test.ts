import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partners } from '../../content/partners/partners-content.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeSquadProposal } from '../matches/matches.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { upsertEntitlement } from '../payments/entitlements.queries.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { makeSquad } from '../squads/squads.factory.ts';
import type { AdviceTurn } from './advice/advice.schema.ts';
import type { CrewDna } from './crew-dna/crew-dna.schema.ts';
import type { Dashboard } from './dashboard/dashboard.schema.ts';
import type { GeneratedLogos } from './logo-tool.schema.ts';
import type { Progress } from './milestones/milestones.schema.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

async function ask<T>(token: string | undefined, method: string, path: string, json?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

/** Creates an account with a plan that includes the Pro features. */
async function makePro() {
  const user = await makeUser(context.deps);
  await upsertEntitlement(context.deps.db, {
    userId: user.userId,
    foundersExpiresAt: new Date(Date.now() + DAY_MS),
    updatedAt: new Date(),
  });
  return user;
}

describe('the dashboard', () => {
  test('shows a new account the Free plan and all counts at zero', async () => {
    const { accessToken } = await makeUser(context.deps);
    const { body } = await ask<Dashboard>(accessToken, 'GET', '/api/dashboard');
    expect(body).toMatchObject({
      displayName: null,
      plan: 'Free',
      squadsJoined: 0,
      matchesPlayed: 0,
      profileComplete: 0,
      isAdmin: false,
    });
  });

  test('counts a match as played only when its session took place', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    for (const { accessToken } of members)
      await ask(accessToken, 'POST', `/api/matches/${matchId}/response`, { action: 'accept' });
    const [first, second] = members;
    await context.deps.db.execute(sql`
      update matches set sessions = jsonb_build_array(jsonb_build_object(
        'start', now() - interval '1 day', 'end', now() - interval '22 hours')) where id = ${matchId}`);
    const readCounts = async () => {
      const { body } = await ask<Dashboard>(first!.accessToken, 'GET', '/api/dashboard');
      return { squads: body.squadsJoined, played: body.matchesPlayed };
    };
    expect(await readCounts()).toEqual({ squads: 1, played: 0 });
    const insertFeedback = (userId: string, wasPlayed: boolean) =>
      context.deps.db.execute(sql`
        insert into match_feedback (match_id, user_id, took_place, rating, absent_ids, created_at, updated_at)
        values (${matchId}, ${userId}, ${wasPlayed}, null, '{}', now(), now())`);
    await insertFeedback(second!.userId, true);
    expect(await readCounts()).toEqual({ squads: 1, played: 1 });
    await insertFeedback(members[2]!.userId, false);
    expect(await readCounts()).toEqual({ squads: 1, played: 0 });
  });

  test('counts every squad the player ever joined, including pairs and squads they left', async () => {
    const [one, two] = [await makePlayer(context.deps), await makePlayer(context.deps, { role: 'C' })];
    const { squadId } = await makeSquad(context.deps, [one, two]);
    const countSquadsJoined = async () =>
      (await ask<Dashboard>(one.accessToken, 'GET', '/api/dashboard')).body.squadsJoined;
    expect(await countSquadsJoined()).toBe(1);
    expect((await ask(one.accessToken, 'POST', `/api/squads/${squadId}/leave`, { reason: 'hours' })).status).toBe(200);
    expect(await countSquadsJoined()).toBe(1);
  });

  test('shows whether the profile is published', async () => {
    const player = await makePlayer(context.deps);
    const { body } = await ask<Dashboard>(player.accessToken, 'GET', '/api/dashboard');
    expect(body.published).toBe(true);
    const newUser = await makeUser(context.deps);
    expect((await ask<Dashboard>(newUser.accessToken, 'GET', '/api/dashboard')).body.published).toBe(false);
  });

  test("shows the profile's completion and the purchased plan", async () => {
    const player = await makePlayer(context.deps, { display_name: 'Nova' });
    const { body } = await ask<Dashboard>(player.accessToken, 'GET', '/api/dashboard');
    expect(body.displayName).toBe('Nova');
    expect(body.profileComplete).toBeGreaterThanOrEqual(50);
    const pro = await makePro();
    expect((await ask<Dashboard>(pro.accessToken, 'GET', '/api/dashboard')).body.plan).toBe('Founders Premium');
  });

  test('refuses signed-out visitors', async () => {
    expect((await ask(undefined, 'GET', '/api/dashboard')).status).toBe(401);
  });
});

describe('Crew DNA', () => {
  const answers: CrewDna = {
    position: 'pg',
    roleType: 'playmaker',
    playstyle: 'Calm, passes first',
    schedule: ['Weekday Evenings', 'Weekend Nights'],
    region: 'NA-East',
    platform: 'ps',
    hasMic: true,
    goals: 'A steady five',
    grindLevel: 'comp',
    timezone: 'est',
  };

  test('saves the answers and lets the player change them', async () => {
    const { accessToken } = await makeUser(context.deps);
    expect((await ask(accessToken, 'GET', '/api/crew-dna')).body).toEqual({ answers: null });
    expect((await ask(accessToken, 'PUT', '/api/crew-dna', answers)).status).toBe(200);
    await ask(accessToken, 'PUT', '/api/crew-dna', { ...answers, grindLevel: 'rep' });
    expect((await ask(accessToken, 'GET', '/api/crew-dna')).body).toEqual({
      answers: { ...answers, grindLevel: 'rep' },
    });
  });

  test.each(Object.keys(answers).filter((key) => key !== 'hasMic'))('requires %s', async (field) => {
    const { accessToken } = await makeUser(context.deps);
    const { [field as keyof CrewDna]: _, ...rest } = answers;
    const { status, body } = await ask<{ error: { message: string } }>(accessToken, 'PUT', '/api/crew-dna', rest);
    expect(status).toBe(422);
    expect(body.error.message).toBe('Please fill out all required fields.');
  });

  test('requires at least one schedule slot', async () => {
    const { accessToken } = await makeUser(context.deps);
    expect((await ask(accessToken, 'PUT', '/api/crew-dna', { ...answers, schedule: [] })).status).toBe(422);
  });
});

describe('milestone tracker', () => {
  test('shows the sample on the Free plan: four milestones, 45 % done', async () => {
    const { accessToken } = await makeUser(context.deps);
    const { body } = await ask<Progress>(accessToken, 'GET', '/api/milestones');
    expect(body.sample).toBe(true);
    expect(body.percent).toBe(45);
    expect(body.milestones.map(({ title, done }) => [title, done])).toEqual([
      ['Reach Pro 1', true],
      ['Unlock All Badges', true],
      ['Hit Elite 1', false],
      ['Reach Legend', false],
    ]);
    expect((await ask(accessToken, 'POST', '/api/milestones', { title: 'Mine' })).status).toBe(403);
  });

  test('lets a Pro account add, complete, rename and delete milestones', async () => {
    const { accessToken } = await makePro();
    expect((await ask<Progress>(accessToken, 'GET', '/api/milestones')).body).toEqual({
      sample: false,
      percent: 0,
      milestones: [],
    });
    await ask(accessToken, 'POST', '/api/milestones', { title: 'Win ten in a row' });
    const { body } = await ask<Progress>(accessToken, 'POST', '/api/milestones', { title: '  Teach a rookie ' });
    expect(body.milestones.map(({ title }) => title)).toEqual(['Win ten in a row', 'Teach a rookie']);
    const [first, second] = body.milestones;
    const ticked = await ask<Progress>(accessToken, 'PATCH', `/api/milestones/${first!.id}`, { done: true });
    expect(ticked.body.percent).toBe(50);
    await ask(accessToken, 'PATCH', `/api/milestones/${second!.id}`, { title: 'Teach two rookies' });
    const response = await ask<Progress>(accessToken, 'DELETE', `/api/milestones/${first!.id}`);
    expect(response.body.milestones).toEqual([{ id: second!.id, title: 'Teach two rookies', done: false }]);
  });

  test('refuses changes by other accounts', async () => {
    const [owner, other] = [await makePro(), await makePro()];
    const { body } = await ask<Progress>(owner.accessToken, 'POST', '/api/milestones', { title: 'Mine' });
    const { id } = body.milestones[0]!;
    expect((await ask(other.accessToken, 'PATCH', `/api/milestones/${id}`, { done: true })).status).toBe(404);
    expect((await ask(other.accessToken, 'DELETE', `/api/milestones/${id}`)).status).toBe(404);
  });

  test('allows at most twenty milestones', async () => {
    const { accessToken } = await makePro();
    for (let count = 1; count <= 20; count++)
      await ask(accessToken, 'POST', '/api/milestones', { title: `Step ${count}` });
    expect((await ask(accessToken, 'POST', '/api/milestones', { title: 'One more' })).status).toBe(409);
  });
});

describe('the AI Build Assistant', () => {
  test('answers Pro accounts and tells others how to get Pro', async () => {
    const question = { text: 'Center, rim protector, no shooting' };
    const free = await makeUser(context.deps);
    const refusal = await ask<{ error: { message: string } }>(free.accessToken, 'POST', '/api/build-advice', question);
    expect(refusal.status).toBe(403);
    expect(refusal.body.error.message).toContain('comes with Pro');
    const pro = await makePro();
    const response = await ask<AdviceTurn>(pro.accessToken, 'POST', '/api/build-advice', question);
    expect(response.body.answer.card.archetype).toBe('Paint Anchor');
  });
});

describe('the partner logo generator', () => {
  const path = '/functions/v1/generate-all-partner-logos';

  test('refuses non-admins on the server', async () => {
    expect((await ask(undefined, 'POST', path)).status).toBe(401);
    expect((await ask((await makeUser(context.deps)).accessToken, 'POST', path)).status).toBe(403);
  });

  test('draws a distinct mark for each of the ten partners', async () => {
    const { accessToken } = await makeAdmin(context.deps);
    const { body } = await ask<GeneratedLogos>(accessToken, 'POST', path);
    expect(body.count).toBe(10);
    expect(body.logos.map(({ id }) => id)).toEqual(partners.map(({ id }) => id));
    expect(new Set(body.logos.map(({ imageData }) => imageData)).size).toBe(10);
    for (const logo of body.logos) {
      expect(logo.imageData.startsWith('data:image/png;base64,iVBOR')).toBe(true);
      expect(logo.filename).toBe(`${logo.id}-mark.png`);
    }
    const { rows } = await context.deps.database.pool.query(
      `select after from admin_audit_logs where action = 'generate_partner_logos'`,
    );
    expect(rows).toEqual([{ after: { seed: expect.any(String), count: 10 } }]);
  });
});
