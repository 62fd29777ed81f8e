import type { Db } from '../../../db/database.ts';
import { COMPETITIVE_LEVELS, POSITIONS, type Position } from '../../profiles/game.schema.ts';
import { isUntouched } from '../../profiles/profile-defaults.rules.ts';
import { findOwnProfile } from '../../profiles/profiles.queries.ts';
import { listRoster, listSquads } from '../../squads/squads.queries.ts';
import { findCrewDna } from '../crew-dna/crew-dna.queries.ts';
import type { CrewDna } from '../crew-dna/crew-dna.schema.ts';
import type { Wishes } from './advice.schema.ts';
import { getArchetype, toCentimeters } from './build-facts.rules.ts';
import type { SquadPositions } from './build-plan.rules.ts';
import { matchText } from './text-matching.rules.ts';
import { type ArchetypeId, type ChipId, listValues } from './vocabulary.schema.ts';
import { clampToRange } from './wishes.rules.ts';

/** Archetype of each role type in "Define Your Crew DNA". */
const ROLE_TYPES: Record<CrewDna['roleType'], ArchetypeId> = {
  ...{ scorer: 'scorer', playmaker: 'general', defender: 'lock' },
  ...{ rebounder: 'glass', sharpshooter: 'shooter' },
};

/**
 * Returns the chips that a conversation starts with, based on the profile and Crew DNA. Also returns the positions in
 * the player's newest squad of five.
 */
export async function getKnownPlayer(
  db: Db,
  userId: string,
): Promise<{ wishes: Wishes; squad: SquadPositions | null }> {
  const [profile, dna, squad] = await Promise.all([
    findOwnProfile(db, userId),
    findCrewDna(db, userId),
    getSquadOf(db, userId),
  ]);
  // New profiles get a default position. Ignore it until its owner has seen it.
  const role = profile && (profile.published || !isUntouched(profile, 'role')) ? profile.role : dna?.position;
  const position = findPosition(role?.toUpperCase());
  const archetype = [
    // Players describe their archetypes in their own words.
    ...listValues(matchText(profile?.archetype_primary ?? '').chips, 'archetype'),
    ...listValues(matchText(profile?.archetype_secondary ?? '').chips, 'archetype'),
    ...(dna ? [ROLE_TYPES[dna.roleType]] : []),
  ].find((one) => !position || getArchetype(one).positions.includes(position));
  const level = COMPETITIVE_LEVELS.find((one) => one === profile?.competitive_level);
  const chips: ChipId[] = [];
  if (position) chips.push(`position.${position}`);
  if (archetype) chips.push(`archetype.${archetype}`);
  if (level) chips.push(`level.${level}`);
  const height_cm = profile?.height_in ? clampToRange('height_cm', toCentimeters(profile.height_in)) : null;
  return { wishes: { chips, height_cm, weight_lb: null, budget: null }, squad };
}

const findPosition = (value: string | null | undefined): Position | undefined => POSITIONS.find((one) => one === value);

async function getSquadOf(db: Db, userId: string): Promise<SquadPositions | null> {
  const squad = (await listSquads(db, userId)).find(({ size }) => size === 5);
  if (!squad) return null;
  const others = (await listRoster(db, [squad.id])).filter((member) => member.userId !== userId);
  const has = others.flatMap(({ position }) => findPosition(position) ?? []);
  return { name: squad.name, has: [...new Set(has)] };
}
