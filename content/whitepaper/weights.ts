import type { Weights } from '../schema/whitepaper-schema.ts';

/** Default weights of crew matching, which finds people you'd like to spend time with. */
export const crewWeights: Weights = [
  { name: 'Spiritual', percent: 40, line: 'Values and outlook: what you are here for.' },
  { name: 'Personality', percent: 25, line: 'How you talk, win and lose.' },
  { name: 'Interests', percent: 20, line: 'Games, music, making things.' },
  { name: 'Lifestyle', percent: 15, line: 'Hours, pace and habits.' },
];

/**
 * Initial weights of squad matching on the Protocol. Admins can publish new weights; each match keeps its own score
 * breakdown.
 */
export const squadWeights: Weights = [
  { name: 'Position fit', percent: 25, line: 'Everyone plays a spot they like.' },
  { name: 'Common hours', percent: 25, line: 'Weekly time all members share.' },
  { name: 'Skill closeness', percent: 20, line: 'Ratings and competitive level.' },
  { name: 'Playstyle', percent: 10, line: 'Archetypes that complete each other.' },
  { name: 'Modes', percent: 8, line: 'Pro-Am, Rec, Proving Ground, Park.' },
  { name: 'Communication', percent: 7, line: 'Mic and languages.' },
  { name: 'Region closeness', percent: 5, line: 'Shorter way, less lag.' },
];
