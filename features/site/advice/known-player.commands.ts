import type { Db } from '../../../db/database.ts';
import type { Position } from '../../profiles/game.schema.ts';
import { isUntouched } from '../../profiles/profile-defaults.rules.ts';
import { findOwnProfile } from '../../profiles/profiles.queries.ts';
import { listRoster, listSquads } from '../../squads/squads.queries.ts';
import { findCrewDna } from '../crew-dna/crew-dna.queries.ts';
import { type Known, NOTHING_KNOWN } from './advice-facts.rules.ts';
import { cmOf } from './build-facts.rules.ts';
import { knownArchetype, knownLevel, knownPosition, ROLE_TYPES } from './known-player.rules.ts';

/**
 * Returns what the assistant knows about a player: their profile, Crew DNA, and who plays what in their newest squad of
 * five.
 */
export async function getKnownPlayer(db: Db, userId: string): Promise<Known> {
  const [profile, dna, squad] = await Promise.all([
    findOwnProfile(db, userId),
    findCrewDna(db, userId),
    getSquadOf(db, userId),
  ]);
  return {
    ...NOTHING_KNOWN,
    // New profiles get a default position. It doesn't count until its owner has seen it.
    position: profile && (profile.published || !isUntouched(profile, 'role')) ? knownPosition(profile.role) : null,
    height: profile?.height_in ? cmOf(profile.height_in) : null,
    archetype: knownArchetype(profile?.archetype_primary) ?? knownArchetype(profile?.archetype_secondary),
    level: knownLevel(profile?.competitive_level),
    dna: dna && { position: dna.position.toUpperCase() as Position, archetype: ROLE_TYPES[dna.roleType] },
    squad,
  };
}

async function getSquadOf(db: Db, userId: string): Promise<Known['squad']> {
  const squad = (await listSquads(db, userId)).find(({ size }) => size === 5);
  if (!squad) return null;
  const others = (await listRoster(db, [squad.id])).filter((member) => member.userId !== userId);
  const has = others.map(({ position }) => knownPosition(position)).filter((one) => one !== null);
  return { name: squad.name, has: [...new Set(has)] };
}
