import type { Audience } from './sample-audience.ts';
import type { SampleCrowd } from './sample-crowd.ts';
import {
  chooseFour,
  formsSquad,
  getMeetingPool,
  listNearbyRegions,
  type PlayerCard,
  type SampleCard,
} from './sample-fit.ts';

/**
 * How long each region gets the sample players when there are people in regions that never meet. The newest person's
 * region gets them longer than the others.
 */
const ROTATION_MS = { first: 60_000, others: 40_000 };
const MAX_REGIONS = 3;
/** They're replaced by others after this time. */
const MAX_STAY_MS = 8 * 60_000;
/** Staggers the joins, so that they don't all happen at the same moment. */
const JOIN_INTERVAL_MS = 800;

/** People who can be matched in the queue together, and the four sample players waiting for them. */
type Company = { key: string; since: number; four: readonly string[] };

/**
 * Keeps four sample players in the live queue who can complete a squad with any of the newest people. Within one set of
 * regions that may eventually meet, it never adds more than four, so they can't complete a squad without a person.
 */
export class SampleCompany {
  private readonly crowd: SampleCrowd;
  private readonly companies = new Map<string, Company>();

  constructor(crowd: SampleCrowd) {
    this.crowd = crowd;
  }

  async updatePools({ people }: Audience): Promise<void> {
    const pools = Map.groupBy(people, ({ region }) => getMeetingPool(region));
    for (const [pool, all] of pools) await this.updatePool(pool, all);
    for (const [pool, { four }] of this.companies) {
      if (pools.has(pool)) continue;
      this.companies.delete(pool);
      await this.removeFromQueue(four);
    }
  }

  private async updatePool(pool: string, people: readonly PlayerCard[]): Promise<void> {
    const { queue } = this.crowd;
    const here = queue.members().filter((id) => getMeetingPool(this.crowd.players.get(id)!.card.region) === pool);
    if (queue.isAsked(here)) return;
    const company = this.findCompany(pool, people);
    await this.removeFromQueue(here.filter((id) => !company.four.includes(id)));
    const waiting = queue.members();
    for (const id of company.four) {
      if (waiting.includes(id)) continue;
      // One of them has left for a squad or a cooldown, so others replace them.
      if (!queue.isFree(id)) return void this.companies.delete(pool);
      await queue.join(id);
      await new Promise((resolve) => setTimeout(resolve, JOIN_INTERVAL_MS * (0.5 + Math.random())));
    }
  }

  private findCompany(pool: string, people: readonly PlayerCard[]): Company {
    const place = regionInRotation(people, Date.now());
    const near = people.filter(({ region }) => listNearbyRegions(region).includes(place));
    const key = near.map(({ id, role, platform }) => `${id} ${role} ${platform}`).join();
    const known = this.companies.get(pool);
    if (known?.key === key && Date.now() - known.since < MAX_STAY_MS) return known;
    const others = this.crowd.cards().filter(({ id }) => !known?.four.includes(id) && this.crowd.queue.isFree(id));
    const four = this.chooseFour(others, near) ?? chooseFour(this.crowd.cards(), near) ?? [];
    this.crowd.queue.wake(four.map(({ id }) => id));
    const company = { key, since: Date.now(), four: four.map(({ id }) => id) };
    this.companies.set(pool, company);
    return company;
  }

  /** Prefers players who have signed in before, as long as they still form a squad at once. */
  private chooseFour(cards: readonly SampleCard[], near: readonly PlayerCard[]): SampleCard[] | undefined {
    const known = chooseFour(
      cards.filter(({ id }) => this.crowd.isKnown(id)),
      near,
    );
    return known && formsSquad(known, near) ? known : chooseFour(cards, near);
  }

  private async removeFromQueue(userIds: readonly string[]): Promise<void> {
    for (const id of userIds) await this.crowd.queue.leave(id);
  }
}

/**
 * Picks the region whose turn it is; the newest person's region gets the longest turn. @returns one region of that set
 */
export function regionInRotation(people: readonly PlayerCard[], now: number): string {
  const places = [...new Set(people.map(({ region }) => listNearbyRegions(region)[0]!))].slice(0, MAX_REGIONS);
  const round = ROTATION_MS.first + ROTATION_MS.others * (places.length - 1);
  const at = now % round;
  return places[at < ROTATION_MS.first ? 0 : 1 + Math.floor((at - ROTATION_MS.first) / ROTATION_MS.others)]!;
}
