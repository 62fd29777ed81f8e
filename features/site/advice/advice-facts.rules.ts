import type { CompetitiveLevel, Position } from '../../profiles/game.schema.ts';
import type { ArchetypeId, AttributeId, SkillId } from './build-facts.rules.ts';
import type { Build } from './builds.rules.ts';
import type { Mode } from './lexicon.rules.ts';
import type { Motive } from './wishes.rules.ts';

/** What the account tells us beyond the conversation; null where unknown. */
export type Known = {
  position: Position | null;
  /** In centimeters. */
  height: number | null;
  archetype: ArchetypeId | null;
  level: CompetitiveLevel | null;
  dna: { position: Position; archetype: ArchetypeId } | null;
  /** The user's squad, and the positions its other members play. */
  squad: { name: string; has: Position[] } | null;
};

export const NOTHING_KNOWN: Known = {
  position: null,
  height: null,
  archetype: null,
  level: null,
  dna: null,
  squad: null,
};

/** Where a part of an answer comes from. */
export type Source = 'said' | 'profile' | 'dna' | 'squad' | 'fits';

/** One statement an answer can make. It's always true of the build next to it, because the same rules produced both. */
export type Fact =
  | { kind: 'nothing_read'; before: boolean }
  | { kind: 'kept'; what: ('position' | 'height' | 'archetype' | 'ruled_out')[] }
  | { kind: 'position'; position: Position; source: Source }
  | { kind: 'other_positions'; positions: Position[] }
  | { kind: 'mates'; positions: Position[] }
  | { kind: 'not_positions'; positions: Position[] }
  | { kind: 'archetype'; archetype: ArchetypeId; source: Source }
  | { kind: 'archetype_conflict'; asked: ArchetypeId; used: ArchetypeId }
  | { kind: 'archetype_unusual'; archetype: ArchetypeId; position: Position }
  | { kind: 'height'; height: number; fit: 'fits' | 'short' | 'tall'; low: number; high: number; source: Source }
  | { kind: 'height_moved'; asked: number; used: number; position: Position; better: Position | null }
  | { kind: 'other_heights'; heights: number[] }
  | { kind: 'weight'; weight: number; asked: number; change: 'lighter' | 'heavier' | 'usual' }
  | { kind: 'raised'; skill: SkillId; motive: Motive; ratings: [AttributeId, number][] }
  | { kind: 'capped'; attribute: AttributeId; cap: number; height: number }
  | { kind: 'unpaid'; attribute: AttributeId; rating: number }
  | { kind: 'ruled_out'; attributes: AttributeId[] }
  | { kind: 'lack_ruled_out'; skill: SkillId }
  | { kind: 'lowered'; ratings: [AttributeId, number][] }
  | { kind: 'covered'; skills: SkillId[] }
  | { kind: 'squad'; name: string; has: Position[]; lacks: Position[] }
  | { kind: 'level'; level: CompetitiveLevel }
  | { kind: 'mode'; mode: Mode }
  | { kind: 'budget'; spent: number; budget: number; left: number }
  | { kind: 'budget_moved'; asked: number; used: number }
  | { kind: 'corrected'; changes: [AttributeId, number, number][] }
  | { kind: 'over_budget'; cost: number; budget: number }
  | { kind: 'filled'; points: number }
  | { kind: 'badges'; badges: string[] }
  | { kind: 'lowest'; ratings: [AttributeId, number][] }
  | {
      kind: 'detail';
      attribute: AttributeId;
      rating: number;
      cap: number;
      why: 'cap' | 'ruled_out' | 'lowered' | 'budget';
    };

export type Advised = { build: Build; facts: Fact[]; missing: Missing[] };
/** Information that would improve the next answer. */
export type Missing = 'position' | 'height' | 'lack';
