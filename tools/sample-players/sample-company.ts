import { getQueuePool } from '../../features/queue/queue-limits.rules.ts';
import { defaultRules } from '../../matcher/default-rules.ts';
import type { SampleCrowd } from './sample-crowd.ts';
import { chooseFour, listNearbyRegions, type PlayerCard } from './sample-fit.ts';
import type { SampleQueue } from './sample-queue.ts';

/**
 * How long the sample players stay in each region. They take turns while people wait in regions that can't be matched
 * with each other. The newest person's region comes first and gets the longest turn.
 */
const ROTATION_MS = { first: 60_000, others: 40_000 };
const MAX_REGIONS = 3;
/** Time after which four other sample players take over. */
const MAX_STAY_MS = 8 * 60_000;
/** Average pause between joins, so they don't all happen at the same moment. */
const JOIN_INTERVAL_MS = 800;

/** People who can be matched in the queue together, and the four sample players waiting for them. */
type FormedCompany = { key: string; since: number; four: readonly string[] };

/**
 * Keeps four sample players in the live queue who can complete a squad with any of the newest people. It never adds
 * more than four within a set of regions that may eventually meet, so they can't form a squad without a person.
 */
export class SampleCompany {
  private readonly crowd: SampleCrowd;
  private readonly queue: SampleQueue;
  private readonly companies = new Map<string, FormedCompany>();

  constructor(crowd: SampleCrowd, queue: SampleQueue) {
    this.crowd = crowd;
    this.queue = queue;
  }

  async updatePools(): Promise<void> {
    const pools = Map.groupBy(this.crowd.people, getPool);
    for (const [pool, all] of pools) await this.updatePool(pool, all);
    for (const [pool, { four }] of this.companies) {
      if (pools.has(pool)) continue;
      this.companies.delete(pool);
      await this.removeFromQueue(four);
    }
  }

  private async updatePool(pool: string, people: readonly PlayerCard[]): Promise<void> {
    const { queue } = this;
    const queuedPlayerIds = queue.listActive().filter((id) => getPool(this.crowd.cardOf(id)!) === pool);
    if (queue.isAsked(queuedPlayerIds)) return;
    const company = this.findCompany(pool, people);
    await this.removeFromQueue(queuedPlayerIds.filter((id) => !company.four.includes(id)));
    const queuedIds = queue.listActive();
    for (const id of company.four) {
      if (queuedIds.includes(id)) continue;
      // One of the four is in a squad or a cooldown, so choose four new ones.
      if (!queue.isFree(id)) return void this.companies.delete(pool);
      await queue.join(id);
      await new Promise((resolve) => setTimeout(resolve, JOIN_INTERVAL_MS * (0.5 + Math.random())));
    }
  }

  private findCompany(pool: string, people: readonly PlayerCard[]): FormedCompany {
    const place = getRegionInRotation(people, Date.now());
    const nearbyPeople = people.filter(({ region }) => listNearbyRegions(region).includes(place));
    const key = nearbyPeople.map(({ id, role, platform }) => `${id} ${role} ${platform}`).join();
    const existingCompany = this.companies.get(pool);
    if (existingCompany?.key === key && Date.now() - existingCompany.since < MAX_STAY_MS) return existingCompany;
    const otherPlayers = this.crowd.cards.filter(
      ({ id }) => !existingCompany?.four.includes(id) && this.queue.isFree(id),
    );
    const four = (chooseFour(otherPlayers, nearbyPeople) ?? chooseFour(this.crowd.cards, nearbyPeople) ?? []).map(
      ({ id }) => id,
    );
    this.queue.endRest(four);
    const company = { key, since: Date.now(), four };
    this.companies.set(pool, company);
    return company;
  }

  private async removeFromQueue(userIds: readonly string[]): Promise<void> {
    for (const id of userIds) await this.queue.leave(id);
  }
}

const getPool = ({ region }: PlayerCard) => getQueuePool(region, defaultRules);

/**
 * Returns the region whose turn it is. Of regions that may play together, only the first gets a turn. The newest
 * person's region gets the longest one.
 */
export function getRegionInRotation(people: readonly PlayerCard[], now: number): string {
  const places = [...new Set(people.map(({ region }) => listNearbyRegions(region)[0]!))].slice(0, MAX_REGIONS);
  const round = ROTATION_MS.first + ROTATION_MS.others * (places.length - 1);
  const phaseMs = now % round;
  return places[phaseMs < ROTATION_MS.first ? 0 : 1 + Math.floor((phaseMs - ROTATION_MS.first) / ROTATION_MS.others)]!;
}
