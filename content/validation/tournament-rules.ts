import type { Category, Tier, Warrior } from '../schema/tournament-schema.ts';
import { getPowerScore } from '../tournament/warriors.ts';

const file = 'content/tournament/warriors.ts';

/** Checks that a warrior's power level matches its tier. */
function findWarriorProblems(warrior: Warrior, tiers: Tier[]): string[] {
  const tier = tiers.find((candidate) => candidate.name === warrior.tier);
  if (!tier) return [`${file}, ${warrior.id}.tier: ${warrior.tier} is not a tier`];
  const problems: string[] = [];
  if (warrior.powerLevel.split(' ')[0] !== tier.name) {
    problems.push(`${file}, ${warrior.id}.powerLevel: ${warrior.powerLevel} does not name tier ${tier.name}`);
  }
  const score = getPowerScore(warrior.powerLevel);
  if (!(score >= tier.min && score <= (tier.max ?? 10_500))) {
    problems.push(`${file}, ${warrior.id}.powerLevel: ${score} is outside ${tier.name} (${tier.band})`);
  }
  return problems;
}

/** Checks that there are 50 warriors, ranked 1 to 50 by descending power, with every tier and category in use. */
export function findTournamentProblems(warriors: Warrior[], tiers: Tier[], categories: Category[]): string[] {
  const problems = warriors.flatMap((warrior) => findWarriorProblems(warrior, tiers));
  if (warriors.length !== 50) problems.push(`${file}, (whole file): ${warriors.length} warriors instead of 50`);
  if (tiers.length !== 11) problems.push(`content/tournament/tiers.ts, (whole file): ${tiers.length} tiers, not 11`);
  if (categories.length !== 16) {
    problems.push(`content/tournament/categories.ts, (whole file): ${categories.length} categories instead of 16`);
  }
  warriors.forEach((warrior, index) => {
    if (warrior.rank !== index + 1) problems.push(`${file}, ${warrior.id}.rank: ${warrior.rank} at place ${index + 1}`);
    const previous = warriors[index - 1];
    if (previous && getPowerScore(previous.powerLevel) <= getPowerScore(warrior.powerLevel)) {
      problems.push(`${file}, ${warrior.id}.powerLevel: not below the rank before it`);
    }
  });
  for (const { name } of tiers) {
    if (!warriors.some((warrior) => warrior.tier === name)) problems.push(`${file}, tier: no one is in ${name}`);
  }
  for (const { name } of categories) {
    if (!warriors.some((warrior) => warrior.category === name))
      problems.push(`${file}, category: no one is in ${name}`);
  }
  return problems;
}
