import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRules } from '../../matcher/default-rules.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { blockPlayer } from '../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { rankSubstitutesForSession } from './substitute-ranking.commands.ts';

/** A Tuesday. */
const NOW = new Date('2026-03-03T12:00:00Z');
const STARTS = new Date('2026-03-03T20:00:00Z');
const LEAST = defaultRules.limits.minCommonMinutes;
const SEATS = ['PG', 'C', 'SG', 'SF'] as const;

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  context.setNow(NOW);
});
afterAll(() => context.close());

const toClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Creates four players with a language no one else speaks, and a factory for players who'd fit them. */
async function createGroup() {
  const languages = [`Argot ${crypto.randomUUID().slice(0, 6)}`];
  const createPlayer = (more: object) => makePlayer(context.deps, { languages, timezone: 'UTC', ...more });
  const members: Player[] = [];
  const always = { availability: [{ days: ['Tue'], start: '00:00', end: '24:00' }] };
  for (const role of SEATS) members.push(await createPlayer({ role, ...always }));
  const makeFreePlayer = (from: number, to: number) =>
    createPlayer({ role: 'PF', availability: [{ days: ['Tue'], start: toClock(from), end: toClock(to) }] });
  const rank = (more: { exceptIds?: string[]; minutes?: number; startsAt?: Date } = {}) => {
    const { exceptIds = [], minutes = LEAST + 60, startsAt = STARTS } = more;
    const endsAt = new Date(startsAt.getTime() + minutes * MINUTE_MS);
    const memberIds = members.map(({ userId }) => userId);
    return rankSubstitutesForSession(context.deps, { memberIds, seat: 'PF', exceptIds, startsAt, endsAt }, 10);
  };
  const listRanked = async (...args: Parameters<typeof rank>) => (await rank(...args)).map(({ id }) => id);
  return { members, made: createPlayer, free: makeFreePlayer, rank, ranked: listRanked };
}

const EIGHT_PM = 20 * 60;

describe('substitute ranking for one session', () => {
  it('requires players to be free from the start for the minimum time in the rules', async () => {
    const { free, ranked } = await createGroup();
    const longEnough = await free(EIGHT_PM, EIGHT_PM + LEAST);
    await free(EIGHT_PM, EIGHT_PM + LEAST - 15);
    await free(EIGHT_PM + 15, EIGHT_PM + LEAST + 60);
    expect(await ranked()).toEqual([longEnough.userId]);
  });

  it("requires players to be free for the whole session when it's shorter than the minimum", async () => {
    const { free, ranked } = await createGroup();
    const short = LEAST - 30;
    const longEnough = await free(EIGHT_PM, EIGHT_PM + short);
    await free(EIGHT_PM, EIGHT_PM + short - 15);
    expect(await ranked({ minutes: short })).toEqual([longEnough.userId]);
  });

  it('compares whole quarter hours when the session starts in the middle of one', async () => {
    const { free, ranked } = await createGroup();
    const longEnough = await free(EIGHT_PM + 15, EIGHT_PM + 15 + LEAST);
    await free(EIGHT_PM + 30, EIGHT_PM + 30 + LEAST);
    const startsAt = new Date(STARTS.getTime() + 5 * MINUTE_MS);
    expect(await ranked({ startsAt })).toEqual([longEnough.userId]);
  });

  it('excludes players who were already asked or have a block with a member', async () => {
    const { members, free, ranked } = await createGroup();
    const invitee = await free(EIGHT_PM, 24 * 60);
    const blocking = await free(EIGHT_PM, 24 * 60);
    const blockedPlayer = await free(EIGHT_PM, 24 * 60);
    await blockPlayer(context.deps, toActor(blocking), members[0]!.userId, 'block');
    await blockPlayer(context.deps, toActor(members[1]!), blockedPlayer.userId, 'block');
    expect(await ranked({ exceptIds: [invitee.userId] })).toEqual([]);
    expect(await ranked()).toEqual([invitee.userId]);
  });

  it('scores the whole group, but gives no score when a member has left the pool', async () => {
    const { members, free, rank } = await createGroup();
    const one = await free(EIGHT_PM, 24 * 60);
    expect(await rank()).toMatchObject([{ id: one.userId, score: expect.any(Number), facts: expect.any(Object) }]);
    await context.deps.database.pool.query('update protocol_profiles set published = false where id = $1', [
      members[0]!.userId,
    ]);
    expect(await rank()).toEqual([{ id: one.userId, score: null, facts: null }]);
  });

  it('uses the week with the longer part of a session across Sunday midnight', async () => {
    const { made, ranked } = await createGroup();
    const lateSubstitute = await made({ role: 'PF', availability: [{ days: ['Mon'], start: '00:00', end: '04:00' }] });
    const startsAt = new Date('2026-03-08T23:30:00Z');
    expect(await ranked({ startsAt, minutes: (3 * HOUR_MS) / MINUTE_MS })).toEqual([lateSubstitute.userId]);
  });

  it('returns no players when no member is in the pool', async () => {
    await expect(
      rankSubstitutesForSession(
        context.deps,
        {
          memberIds: [crypto.randomUUID()],
          seat: null,
          exceptIds: [],
          startsAt: STARTS,
          endsAt: new Date(STARTS.getTime() + 2 * HOUR_MS),
        },
        10,
      ),
    ).resolves.toEqual([]);
  });
});
