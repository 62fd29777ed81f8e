import type { MatchingRules } from './matcher-schema.ts';

/**
 * The rules of a fresh installation. Times are in minutes a week, ratings on the game's 60–99 scale, and weights in
 * points that sum to 100. An admin can change and publish everything here.
 */
export const defaultRules: MatchingRules = {
  name: 'default',
  squadType: 'nba2k_squad5',
  pairType: 'nba2k_pair',
  seats: ['PG', 'SG', 'SF', 'PF', 'C'],
  limits: {
    minCommonMinutes: 120,
    platform: true,
    commonMode: true,
    commonLanguage: true,
    regions: [['NA-East', 'NA-West'], ['EU'], ['Asia'], ['SA'], ['Oceania'], ['Other']],
    maxRatingSpread: null,
  },
  weights: {
    positionFit: 25,
    commonHours: 25,
    skill: 20,
    complement: 10,
    modes: 8,
    communication: 7,
    region: 5,
  },
  scales: {
    fullCommonMinutes: 240,
    positionFit: [1, 0.8, 0.65, 0.5],
    ratingFree: 4,
    ratingZeroAt: 16,
    ratingShare: 0.7,
    levels: ['casual', 'competitive', 'elite'],
    unknownSkill: 0.6,
    jobs: [
      { name: 'scoring', words: ['scor', 'slash', 'finish', 'shot creator', 'iso', 'post'] },
      { name: 'playmaking', words: ['playmak', 'pass', 'facilitat', 'point'] },
      { name: 'shooting', words: ['shoot', 'sharp', 'stretch', 'three', '3pt', 'spot'] },
      { name: 'defending', words: ['defen', 'lock', 'stopper', 'perimeter', '3-and-d'] },
      { name: 'rebounding', words: ['rebound', 'glass', 'rim', 'paint', 'big', 'anchor'] },
    ],
    commonModes: [0.9, 1],
    micShare: 0.6,
    regionCloseness: [
      { regions: ['NA-East', 'NA-West'], closeness: 0.6 },
      { regions: ['NA-East', 'EU'], closeness: 0.3 },
      { regions: ['NA-East', 'SA'], closeness: 0.4 },
      { regions: ['Asia', 'Oceania'], closeness: 0.4 },
    ],
    avoidPenalty: 15,
  },
  waiting: { points: [0, 3, 10, 40, 80], priorityPoints: 1, reliabilityPoints: 2 },
  queue: { stepMinutes: [1, 3, 6], minScores: [70, 55, 40, 0] },
  relaxation: [
    {
      afterRuns: 2,
      regions: [
        ['NA-East', 'EU'],
        ['NA-East', 'SA'],
        ['Asia', 'Oceania'],
      ],
    },
  ],
};
