import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { type CreatedUser, makeUser, toActor } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { getRun, runMatcherNow } from '../matcher-runs/matcher-runs.commands.ts';
import { listMatches } from '../matches.commands.ts';
import { makeFittingFive } from '../matches.factory.ts';
import { getActiveRules, getRulesByVersion } from './rulebook.commands.ts';
import { builtIn } from './rulebook.rules.ts';
import type { Rulebook, Trial } from './rulebook.schema.ts';
import { runTrial } from './rulebook-trials.commands.ts';

let context: TestContext;
let admin: CreatedUser;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow('2026-03-03T12:00:00Z');
  await context.deps.db.execute(sql`truncate auth.users cascade`);
  await context.deps.db.execute(sql`truncate matcher_runs, matches, matcher_rules, matcher_rules_draft, matcher_trials,
    admin_audit_logs cascade`);
  context.sent.length = 0;
  admin = await makeAdmin(context.deps);
});

async function call(method: string, path: string, body?: unknown, user = admin) {
  const response = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${user.accessToken}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  return { status: response.status, body: (await response.json()) as any };
}
const post = (action: Record<string, unknown>, user = admin) =>
  call('POST', '/functions/v1/admin-actions', action, user);
const readRulebook = async () => (await call('GET', '/api/admin/rules')).body as Rulebook;
const listAudits = async () =>
  (
    await context.deps.db.execute<{ action: string; admin_id: string; before: unknown; after: unknown }>(
      sql`select action, admin_id, before, after from admin_audit_logs order by created_at, id`,
    )
  ).rows;

/** Rules with more weight for skill and none for region. */
const other = { ...builtIn, weights: { ...builtIn.weights, skill: 25, region: 0 } };
const publish = async (rules: object = other) => {
  const { current } = await readRulebook();
  expect((await post({ action: 'save_rules_draft', rules })).status).toBe(200);
  return post({ action: 'publish_rules', baseVersion: current.version, note: 'Skill first' });
};

describe('the rulebook', () => {
  it('starts with the built-in rules active and readable', async () => {
    const { current, draft, versions, trial } = await readRulebook();
    expect(current).toMatchObject({ version: 0, rules: JSON.parse(JSON.stringify(builtIn)) });
    expect([draft, trial, versions.length]).toEqual([null, null, 1]);
  });

  it('saves a draft without changing the active rules, and reports its problems by field', async () => {
    expect((await post({ action: 'save_rules_draft', rules: other })).body.message).toBe('Draft saved');
    expect((await readRulebook()).draft).toMatchObject({ based_on: 0, rules: { weights: { skill: 25 } } });
    expect(await getActiveRules(context.deps.db)).toMatchObject({ version: 0 });
    const wrongRules = { ...builtIn, weights: { ...builtIn.weights, skill: 90 } };
    const refusal = await post({ action: 'save_rules_draft', rules: wrongRules });
    expect(refusal.status).toBe(422);
    expect(refusal.body.error).toMatchObject({
      field: 'weights.positionFit',
      message: expect.stringContaining(
        'The weights must add up to 100, because scores are out of 100. They now add up to',
      ),
    });
    expect((await readRulebook()).draft).toMatchObject({ rules: { weights: { skill: 25 } } });
    expect((await post({ action: 'save_rules_draft', rules: 7 })).status).toBe(422);
    expect((await post({ action: 'discard_rules_draft' })).body.message).toBe('Draft discarded');
    expect((await readRulebook()).draft).toBeNull();
    expect((await post({ action: 'discard_rules_draft' })).status).toBe(409);
  });

  it('records the changes when a draft is saved or discarded', async () => {
    await post({ action: 'save_rules_draft', rules: other });
    const third = { ...other, weights: { ...other.weights, skill: 24, region: 1 } };
    context.setNow('2026-03-03T12:00:01Z');
    await post({ action: 'save_rules_draft', rules: third });
    context.setNow('2026-03-03T12:00:02Z');
    await post({ action: 'discard_rules_draft' });
    const [first, second, last] = await listAudits();
    expect(first).toMatchObject({
      action: 'save_rules_draft',
      before: { 'weights.skill': '20', 'weights.region': '5' },
      after: { 'weights.skill': '25', 'weights.region': '0' },
    });
    expect(second).toMatchObject({ before: { 'weights.skill': '25' }, after: { 'weights.skill': '24' } });
    expect(last).toMatchObject({
      action: 'discard_rules_draft',
      before: { 'weights.skill': '24' },
      after: { 'weights.skill': '20' },
    });
  });

  it('returns the rules of every version that was ever active', async () => {
    await publish();
    const rules = await getRulesByVersion(context.deps.db, [0, 1, 1, 7]);
    expect([...rules.keys()].sort()).toEqual([0, 1]);
    expect(rules.get(0)).toBe(builtIn);
    expect(rules.get(1)!.weights.skill).toBe(25);
    expect([...(await getRulesByVersion(context.deps.db, [])).keys()]).toEqual([0]);
    const { versions } = await readRulebook();
    expect(versions).toMatchObject([
      { version: 1, note: 'Skill first', published_at: '2026-03-03T12:00:00.000Z', withdrawn_at: null },
      { version: 0, note: 'The rules that ship with the software.', published_at: null, withdrawn_at: null },
    ]);
  });

  it("doesn't replace a newer draft when a version is withdrawn", async () => {
    const { undo } = (await publish()).body;
    await post({ action: 'save_rules_draft', rules: builtIn });
    expect((await post({ action: 'undo', auditIds: undo.auditIds })).status).toBe(200);
    expect((await readRulebook()).draft).toMatchObject({ based_on: 1, rules: { weights: { skill: 20 } } });
  });

  it("publishes the draft as the next run's version and records the changes", async () => {
    const players = await makeFittingFive(context.deps);
    expect((await publish()).body).toMatchObject({
      message: 'Version 1 is active',
      undo: { auditIds: [expect.any(String)] },
    });
    const { current, draft } = await readRulebook();
    expect(current).toMatchObject({ version: 1, note: 'Skill first', rules: { name: 'version 1' } });
    expect(draft).toBeNull();
    const { id } = await runMatcherNow(context.deps);
    expect(await getRun(context.deps, id)).toMatchObject({ rulesVersion: 1, certificate: { rules: 'version 1' } });
    const [match] = (await listMatches(context.deps, toActor(players[0]!), undefined)).matches;
    expect(match!.parts.find((part) => part.key === 'skill')!.max).toBe(25);
    expect(match!.parts.find((part) => part.key === 'region')).toMatchObject({ value: 0, max: 0 });
    expect((await listAudits()).find((entry) => entry.action === 'publish_rules')).toMatchObject({
      action: 'publish_rules',
      admin_id: admin.userId,
      before: { version: 0, 'weights.skill': '20', 'weights.region': '5' },
      after: { version: 1, 'weights.skill': '25', 'weights.region': '0' },
    });
  });

  it('shows an old match with the weights that scored it', async () => {
    const players = await makeFittingFive(context.deps);
    await runMatcherNow(context.deps);
    await publish();
    const [match] = (await listMatches(context.deps, toActor(players[0]!), undefined)).matches;
    expect(match!.parts.find((part) => part.key === 'skill')!.max).toBe(20);
  });

  it('reads a version stored before the engine added one of its keys', async () => {
    const players = await makeFittingFive(context.deps);
    await publish();
    await context.deps.db.execute(sql`
      update matcher_rules set rules = rules #- '{weights,modes}' #- '{limits,maxRatingSpread}' where version = 1`);
    const read = { weights: { ...other.weights, modes: 0 }, limits: { maxRatingSpread: null } };
    expect((await getActiveRules(context.deps.db)).rules).toMatchObject(read);
    expect((await readRulebook()).current).toMatchObject({ version: 1, rules: read });
    await runMatcherNow(context.deps);
    const [match] = (await listMatches(context.deps, toActor(players[0]!), undefined)).matches;
    expect(match!.parts.find((part) => part.key === 'modes')).toMatchObject({ value: 0, max: 0 });
    expect(match!.parts.find((part) => part.key === 'skill')!.max).toBe(25);
  });

  it('can withdraw a new version within half a minute and keeps its rules as the draft', async () => {
    const { undo } = (await publish()).body;
    context.setNow('2026-03-03T12:00:20Z');
    expect((await post({ action: 'undo', auditIds: undo.auditIds })).status).toBe(200);
    const { current, draft, versions } = await readRulebook();
    expect(current.version).toBe(0);
    expect(draft).toMatchObject({ based_on: 0, rules: { weights: { skill: 25 } } });
    expect(versions[0]).toMatchObject({ version: 1, withdrawn_at: expect.any(String) });
    expect((await post({ action: 'publish_rules', baseVersion: 0 })).body.message).toBe('Version 2 is active');
  });

  it("doesn't withdraw a version after half a minute or once there's a newer one", async () => {
    const first = (await publish()).body.undo;
    const second = (await publish(builtIn)).body.undo;
    expect((await post({ action: 'undo', auditIds: first.auditIds })).body.error.message).toContain('Newer rules');
    context.setNow('2026-03-03T12:01:00Z');
    expect((await post({ action: 'undo', auditIds: second.auditIds })).status).toBe(409);
    expect((await readRulebook()).current.version).toBe(2);
  });

  it("refuses to publish without a draft or a change, or over another admin's version", async () => {
    expect((await post({ action: 'publish_rules', baseVersion: 0 })).body.error.message).toContain("There's no draft");
    await post({ action: 'save_rules_draft', rules: builtIn });
    expect((await post({ action: 'publish_rules', baseVersion: 0 })).body.error.message).toContain(
      'nothing to publish',
    );
    await publish();
    await post({ action: 'save_rules_draft', rules: builtIn });
    expect((await post({ action: 'publish_rules', baseVersion: 0 })).body.error.message).toContain(
      'Version 1 is now in force',
    );
    const responses = await Promise.all([1, 2].map(() => post({ action: 'publish_rules', baseVersion: 1 })));
    expect(responses.map((one) => one.status).sort()).toEqual([200, 409]);
  });

  it('compares a draft with the active rules on the current pool without proposing matches', async () => {
    await makeFittingFive(context.deps);
    await makeFittingFive(context.deps);
    await runMatcherNow(context.deps);
    // Nobody shares that much time, so the draft leaves everyone out.
    const strict = { ...builtIn, limits: { ...builtIn.limits, minCommonMinutes: 10_000 } };
    await post({ action: 'save_rules_draft', rules: strict });
    const { trialId } = (await post({ action: 'try_rules' })).body;
    expect(context.sent.filter((job) => job.name === 'try-rules')).toMatchObject([{ data: { trialId } }]);
    expect((await call('GET', `/api/admin/rules/trials/${trialId}`)).body).toMatchObject({
      status: 'queued',
      finished_at: null,
    });
    await runTrial(context.deps, trialId);
    const trial = (await call('GET', `/api/admin/rules/trials/${trialId}`)).body as Trial;
    await runTrial(context.deps, trialId);
    await runTrial(context.deps, crypto.randomUUID());
    const auditEntry = (await listAudits()).find((entry) => entry.action === 'try_rules')!;
    expect(auditEntry).toMatchObject({
      before: { 'limits.minCommonMinutes': '120' },
      after: { 'limits.minCommonMinutes': '10000' },
    });
    expect(trial).toMatchObject({
      status: 'done',
      requested_at: '2026-03-03T12:00:00.000Z',
      finished_at: '2026-03-03T12:00:00.000Z',
      progress: null,
      present: { squads: 2, left_over: 0 },
      tried: { squads: 0, pairs: 0, left_over: 10, left_over_by_reason: { 'too-little-time': 10 } },
      changes: { pool: 10, gained: 0, lost: 10, same_groups: 0 },
    });
    expect(trial.tried!.wait).toMatchObject({ p50: expect.any(Number), p95: expect.any(Number), longest: 1 });
    const { rows } = await context.deps.db.execute<{ n: number }>(sql`select count(*)::int as n from matches`);
    expect(rows[0]!.n).toBe(2);
    expect((await readRulebook()).trial?.id).toBe(trialId);
    expect((await listAudits()).map((entry) => entry.action).sort()).toEqual(['save_rules_draft', 'try_rules']);
  });

  it('starts no trial unless the draft differs from the active rules', async () => {
    expect((await post({ action: 'try_rules' })).status).toBe(409);
    await post({ action: 'save_rules_draft', rules: builtIn });
    expect((await post({ action: 'try_rules' })).body.error.message).toContain('nothing would change');
    expect((await call('GET', `/api/admin/rules/trials/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it('reports that a trial failed and why', async () => {
    await post({ action: 'save_rules_draft', rules: other });
    const { trialId } = (await post({ action: 'try_rules' })).body;
    await context.deps.db.execute(sql`update matcher_trials set rules = '{}' where id = ${trialId}`);
    await runTrial(context.deps, trialId);
    expect((await call('GET', `/api/admin/rules/trials/${trialId}`)).body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining("The engine couldn't run:"),
    });
  });

  it('is limited to admins', async () => {
    const plainUser = await makeUser(context.deps);
    expect((await call('GET', '/api/admin/rules', undefined, plainUser)).status).toBe(403);
    for (const action of [
      { action: 'save_rules_draft', rules: other },
      { action: 'try_rules' },
      { action: 'publish_rules', baseVersion: 0 },
    ]) {
      expect((await post(action, plainUser)).status).toBe(403);
    }
    expect(await listAudits()).toEqual([]);
  });
});
