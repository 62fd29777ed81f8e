import type { Db } from '../../db/database.ts';
import { openTestContext } from '../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { createPaidOrder } from '../payments/test-orders.ts';
import { seedCommunity } from '../profiles/player-seeding/player-seeding.factory.ts';
import { seedPlayer } from '../profiles/player-seeding/player-seeding.generator.ts';
import { sendInviteRound } from './invite-rounds.commands.ts';
import { findLatestPlan, findTeam, listSeats } from './team-assembly.queries.ts';
import { PROFILE_PLATFORM, PROFILE_REGION, TIER_RATINGS } from './team-assembly.rules.ts';
import { TeamBuildInput } from './team-assembly.schema.ts';
import { confirmDelivery } from './team-candidates.commands.ts';
import { answerInvitation } from './team-lifecycle.commands.ts';
import { requestTeam } from './team-requests.commands.ts';

/**
 * How invited players respond: the share that never answers, the share that accepts among the rest, and the mean delay.
 */
const RESPONSE_MODEL = { silent: 0.2, yes: 0.65, meanHours: 3 };
const ROLES = ['PG', 'SG', 'Lock', 'PF', 'C'];
const SEED = 20_26;

/** Creates a seeded random generator, so failures are reproducible. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const findKey = (map: Record<string, string>, value: string) => Object.keys(map).find((key) => map[key] === value);

/** Creates a request that a player of this community might write: their region, platform, level and availability. */
function createWish(index: number, random: () => number) {
  const like = seedPlayer(SEED, index);
  const region = findKey(PROFILE_REGION, like.region ?? '');
  const platform = findKey(PROFILE_PLATFORM, like.platform ?? '');
  const tier = Object.entries(TIER_RATINGS).find(([, [low, high]]) => {
    const rating = like.overall_rating ?? 0;
    return rating >= low && rating <= high;
  })?.[0];
  if (!region || !platform || !tier) return undefined;
  const roles = ROLES.filter(() => random() < 0.4);
  return TeamBuildInput.parse({
    desired_roles: roles.length > 0 ? roles : ['C'],
    skill_tiers: tier,
    region,
    platform,
    availability_windows: 'As drawn',
    windows: like.availability,
    timezone: like.timezone,
    discord_psn: 'captain',
    deadline: '2099-01-01',
  });
}

const isEmpty = async (db: Db, teamBuildId: string, seat: number) =>
  !(await listSeats(db, teamBuildId)).some((one) => one.seat === seat && one.accepted !== false);

/**
 * Simulates team orders in a made-up community. Every order is paid, the concierge doesn't step in, and invited players
 * respond like real ones.
 * @param atOnce how many orders run at the same time, each for 48 hours
 */
export async function simulateAssemblies({
  players,
  requests,
  atOnce,
}: Record<'players' | 'requests' | 'atOnce', number>) {
  const context = await openTestContext();
  const { deps } = context;
  try {
    let start = Date.parse('2026-03-02T12:00:00Z');
    context.setNow(new Date(start));
    await seedCommunity(deps, { players, seed: SEED });
    const admin = await makeAdmin(deps);
    const random = createRandom(7);
    const hours: number[] = [];
    const unfilledIds: string[] = [];
    let waves = 0;
    let next = 0;
    for (let done = 0; done < requests; start += 3 * DAY_MS) {
      context.setNow(new Date(start));
      const running: { id: string; wish: TeamBuildInput; due: Map<string, number> }[] = [];
      while (running.length < atOnce && done + running.length < requests) {
        const request = createWish(next++ % players, random);
        if (!request) continue;
        const buyer = await makeUser(deps);
        await createPaidOrder(deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY');
        running.push({ id: (await requestTeam(deps, buyer, request)).id, wish: request, due: new Map() });
      }
      const open = new Set(running);
      for (let index = start; index < start + 48 * HOUR_MS && open.size > 0; index += 30 * MINUTE_MS) {
        context.setNow(new Date(index));
        for (const team of open) {
          for (const seat of await listSeats(deps.db, team.id)) {
            if (seat.accepted !== null && !seat.silent) continue;
            if (!team.due.has(seat.playerId)) {
              const isSilent = random() < RESPONSE_MODEL.silent;
              const wait = -Math.log(1 - random()) * RESPONSE_MODEL.meanHours * HOUR_MS;
              team.due.set(seat.playerId, isSilent ? Number.POSITIVE_INFINITY : index + wait);
            }
            if (team.due.get(seat.playerId)! > index) continue;
            // A late answer is still accepted if the seat is empty.
            if (!seat.silent || (await isEmpty(deps.db, team.id, seat.seat)))
              await answerInvitation(deps, { userId: seat.playerId }, team.id, random() < RESPONSE_MODEL.yes);
          }
          await sendInviteRound(deps, team.id);
          if ((await findTeam(deps.db, team.id))!.status !== 'filled') continue;
          hours.push((index - start) / HOUR_MS);
          await confirmDelivery(deps, admin, team.id);
          open.delete(team);
        }
      }
      for (const { id, wish } of running) {
        waves += (await findLatestPlan(deps.db, id))?.wave ?? 0;
        if ((await findTeam(deps.db, id))!.status === 'assembling')
          unfilledIds.push(`${wish.skill_tiers} ${wish.region} ${wish.platform}`);
      }
      // Expire unfilled orders directly. Another test covers their refunds at the deadline.
      await deps.database.pool.query(`update team_builds set status = 'expired' where status = 'assembling'`);
      done += running.length;
    }
    return { requests, filled: hours.length, hours: hours.sort((a, b) => a - b), waves, unfilled: unfilledIds };
  } finally {
    await context.close();
  }
}
