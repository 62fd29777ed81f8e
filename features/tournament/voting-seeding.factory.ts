import { warriors } from '../../content/tournament/warriors.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { createChance } from '../profiles/player-seeding/chance.generator.ts';
import { withEarlierClock } from '../profiles/player-seeding/earlier-clock.factory.ts';
import { castVote, getRanking } from './tournament.commands.ts';

const SEED = 1;
const DAYS = 7;
/** Number of pairs each voter decides. */
const VOTES_PER_VOTER = 8;
/** Number of top warriors that get most of the votes. */
const POPULAR_COUNT = 12;
const LESS_POPULAR_COUNT = 24;
/** Maximum difference between the community's and the editors' opinion, in ranks. */
const MAX_RANK_GAP = 14;

/** Returns a deterministic opinion on each warrior: its editorial rank plus random noise. */
const createOpinions = () =>
  new Map(warriors.map(({ id }, index) => [id, index + (createChance(SEED, index).next() - 0.5) * 2 * MAX_RANK_GAP]));

/**
 * Seeds a week of community votes, most of them on popular warriors. Afterwards some ranks have moved, some are
 * certain, and some warriors still need voters. Does nothing if anyone has voted.
 */
export async function seedVotes(deps: Deps, voters: readonly Person[], signal: AbortSignal): Promise<void> {
  if ((await getRanking(deps)).votes > 0) return;
  const opinionByWarrior = createOpinions();
  for (const [index, voter] of voters.entries()) {
    if (signal.aborted) return;
    const chance = createChance(SEED, index);
    const pairs = new Set<string>();
    for (let number = 0; number < VOTES_PER_VOTER; number++) {
      const [one, other] = [chance, chance].map(
        () => warriors[chance.whole(0, chance.is(0.85) ? POPULAR_COUNT : LESS_POPULAR_COUNT)]!,
      );
      const pair = [one!.id, other!.id].sort().join('/');
      if (one === other || pairs.has(pair)) continue;
      pairs.add(pair);
      // The better-liked warrior usually wins, but opinions differ.
      const isBetter = opinionByWarrior.get(one!.id)! + chance.normal(0, 5) < opinionByWarrior.get(other!.id)!;
      const [winner, loser] = isBetter ? [one!.id, other!.id] : [other!.id, one!.id];
      // Voters take turns over the week, each casting one vote a minute.
      const agoMs = (1 - index / voters.length) * DAYS * DAY_MS - number * MINUTE_MS;
      await castVote(withEarlierClock(deps, Math.max(0, agoMs)), voter, { winner, loser });
    }
  }
}
