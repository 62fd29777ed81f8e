import { COMPETITIVE_LEVELS, type CompetitiveLevel, POSITIONS, type Position } from '../../profiles/game.schema.ts';
import type { CrewDna } from '../crew-dna/crew-dna.schema.ts';
import type { ArchetypeId } from './build-facts.rules.ts';
import { understand } from './understanding.rules.ts';

const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (value: string | null | undefined): T | null =>
    values.find((one) => one === value) ?? null;

export const knownPosition: (value: string | null | undefined) => Position | null = oneOf(POSITIONS);
export const knownLevel: (value: string | null | undefined) => CompetitiveLevel | null = oneOf(COMPETITIVE_LEVELS);

/** Returns the archetype a player described in their profile in their own words; null if we don't recognize it. */
export const knownArchetype = (words: string | null | undefined): ArchetypeId | null =>
  words ? (understand(words).archetypes[0] ?? null) : null;

/** How the role types of "Define Your Crew DNA" play. */
export const ROLE_TYPES: Record<CrewDna['roleType'], ArchetypeId> = {
  scorer: 'scorer',
  playmaker: 'general',
  defender: 'lock',
  rebounder: 'glass',
  sharpshooter: 'shooter',
};
