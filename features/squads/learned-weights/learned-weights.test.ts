import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRules } from '../../../matcher/default-rules.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { addMs, subtractMs as earlier } from '../../../time/instants.ts';
import { DAY_MS, HOUR_MS } from '../../../time/units.ts';
import type { CreatedUser } from '../../accounts/accounts.factory.ts';
import { discardDraft, getRulebook } from '../../matches/rulebook/rulebook.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { makePlayer } from '../../profiles/profiles.factory.ts';
import { makeSquad } from '../squads.factory.ts';
import { learnWeights, proposeWeights, REPLAY_DAYS } from './learned-weights.commands.ts';
import { listPlayedMatches } from './learned-weights.queries.ts';
import type { LearnedWeights } from './learned-weights.rules.ts';

describe('weight learning from played squads', () => {
  let context: TestContext;
  let admin: CreatedUser;
  const now = new Date('2026-06-01T12:00:00Z');
  beforeAll(async () => {
    context = await openTestContext();
    context.setNow(now);
    admin = await makeAdmin(context.deps);
  });
  afterAll(() => context.close());

  const ago = (days: number) => earlier(now, days * DAY_MS);

  /** Creates a squad of two with sessions that ended this many days ago, each reported as having taken place or not. */
  async function squadWith(...sessions: { days: number; held?: boolean }[]): Promise<string> {
    const members = await Promise.all([makePlayer(context.deps), makePlayer(context.deps)]);
    const { squadId, matchId } = await makeSquad(context.deps, members);
    for (const { days, held = true } of sessions) {
      const end = ago(days);
      const { rows } = await context.deps.db.execute<{ id: string }>(sql`
        insert into squad_sessions (squad_id, starts_at, ends_at, set_at, calendar_uid, created_at)
        values (${squadId}, ${earlier(end, HOUR_MS)}, ${end}, ${end}, ${crypto.randomUUID()}, ${end}) returning id`);
      for (const { userId } of members)
        await context.deps.db.execute(sql`
          insert into squad_session_feedback (session_id, user_id, asked_at, said_at, took_place)
          values (${rows[0]!.id}, ${userId}, ${end}, ${end}, ${held})`);
    }
    return matchId;
  }

  const type = defaultRules.pairType;
  async function getOutcome(matchId: string) {
    const playedMatches = await listPlayedMatches(context.deps.db, { type, againWithin: REPLAY_DAYS, now });
    return playedMatches.find(({ id }) => id === matchId)?.again;
  }

  it("counts a second session within the time limit, but not one that didn't take place", async () => {
    expect(await getOutcome(await squadWith({ days: 60 }, { days: 50 }))).toBe(true);
    expect(await getOutcome(await squadWith({ days: 60 }))).toBe(false);
    expect(await getOutcome(await squadWith({ days: 90 }, { days: 50 }))).toBe(false);
    expect(await getOutcome(await squadWith({ days: 60 }, { days: 50, held: false }))).toBe(false);
    expect(await getOutcome(await squadWith({ days: 60, held: false }))).toBeUndefined();
    expect(await getOutcome(await squadWith())).toBeUndefined();
  });

  it('omits squads that still have time to play again, unless they already did', async () => {
    expect(await getOutcome(await squadWith({ days: REPLAY_DAYS - 1 }))).toBeUndefined();
    expect(await getOutcome(await squadWith({ days: 10 }, { days: 5 }))).toBe(true);
  });

  it('counts a session once when both the squad and the match asked about it', async () => {
    const matchId = await squadWith({ days: 60 });
    await context.deps.db.execute(sql`
      update matches set closed_at = ${addMs(ago(60), HOUR_MS)} where id = ${matchId}`);
    await context.deps.db.execute(sql`
      insert into match_feedback (match_id, user_id, took_place, created_at, updated_at)
      select match_id, user_id, true, ${now}, ${now} from match_members where match_id = ${matchId}`);
    expect(await getOutcome(matchId)).toBe(false);
  });

  it('proposes nothing when there are too few squads', async () => {
    const learnedWeights = await learnWeights(context.deps);
    expect(learnedWeights).toMatchObject({ found: null, problem: expect.stringContaining('at least 300') });
    await expect(proposeWeights(context.deps, admin, learnedWeights)).rejects.toMatchObject({
      code: 'conflict',
      message: learnedWeights.problem,
    });
  });

  const weights = { ...defaultRules.weights, positionFit: 20, commonHours: 30 };
  const comparison = {
    ...{ ranked: { current: 0.6, learned: 0.7 }, gain: 0.05, error: 0.01, better: true },
    calibration: [],
  };
  const found: LearnedWeights = {
    ...{ outcomes: 900, again: 400, current: defaultRules.weights, problem: null },
    found: { weights, comparison },
  };

  it('saves better weights as an unpublished draft', async () => {
    await proposeWeights(context.deps, admin, found);
    const { draft, current } = await getRulebook(context.deps);
    expect(draft?.rules).toEqual({ ...current.rules, weights });
    expect(current).toMatchObject({ version: 0, rules: { weights: defaultRules.weights } });
    await expect(proposeWeights(context.deps, admin, found)).rejects.toThrow(
      'The rules already have a draft. Publish or discard it first.',
    );
    await discardDraft(context.deps, admin);
  });

  it('refuses to propose weights that are worse or unchanged', async () => {
    const worse: LearnedWeights = { ...found, found: { weights, comparison: { ...comparison, better: false } } };
    await expect(proposeWeights(context.deps, admin, worse)).rejects.toThrow(
      'The learned weights don’t predict who plays again better than the current ones, so nothing is proposed.',
    );
    const same: LearnedWeights = { ...found, found: { weights: defaultRules.weights, comparison } };
    await expect(proposeWeights(context.deps, admin, same)).rejects.toThrow('nothing to propose');
    expect((await getRulebook(context.deps)).draft).toBeNull();
  });
});
