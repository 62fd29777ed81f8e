import type { Position } from '../../profiles/game.schema.ts';
import type { Fact, Known, Source } from './advice-facts.rules.ts';
import {
  ARCHETYPE_IDS,
  type ArchetypeId,
  type AttributeId,
  archetypeOf,
  raisedBy,
  SKILL_IDS,
} from './build-facts.rules.ts';
import type { Wishes } from './wishes.rules.ts';

/**
 * Picks the archetype: the one the player named, unless nothing of it is left after what they ruled out; otherwise the
 * one from their account, or the best fit.
 */
export function archetypeFor(
  wishes: Wishes,
  known: Known,
  { position, ruledOut }: { position: Position; ruledOut: readonly AttributeId[] },
  say: (fact: Fact) => void,
): ArchetypeId {
  const left = (id: ArchetypeId) => archetypeOf(id).core.filter(([one]) => !ruledOut.includes(one)).length;
  const lives = (id: ArchetypeId) => !ruledOut.includes(archetypeOf(id).core[0]![0]) && left(id) >= 2;
  const said = wishes.archetype;
  if (said && lives(said)) {
    say({ kind: 'archetype', archetype: said, source: 'said' });
    if (!archetypeOf(said).positions.includes(position)) {
      say({ kind: 'archetype_unusual', archetype: said, position });
    }
    return said;
  }
  const fits = (id: ArchetypeId | null | undefined): id is ArchetypeId =>
    Boolean(id) && archetypeOf(id!).positions.includes(position) && !wishes.notArchetypes.includes(id!) && lives(id!);
  const best = bestArchetype(wishes, position, left);
  // What the squad lacks or the player asked for says more about this build than what's in their account.
  const asked = Object.keys(wishes.raised).length > 0;
  const own: [ArchetypeId | null | undefined, Source][] = asked
    ? []
    : [
        [known.archetype, 'profile'],
        [known.dna?.archetype, 'dna'],
      ];
  const [used, source] = own.find(([id]) => fits(id)) ?? ([best, 'fits'] as const);
  if (said) say({ kind: 'archetype_conflict', asked: said, used: used! });
  else say({ kind: 'archetype', archetype: used!, source });
  return used!;
}

/** Returns the position's archetype that loses least to ruled-out ratings and brings most of what was asked for. */
function bestArchetype(wishes: Wishes, position: Position, left: (id: ArchetypeId) => number): ArchetypeId {
  const wanted = SKILL_IDS.filter((one) => wishes.raised[one]).flatMap((one) => raisedBy(one, position));
  const score = (id: ArchetypeId) => {
    const { core, positions } = archetypeOf(id);
    const brought = core.filter(([one]) => wanted.includes(one)).length;
    const home = positions.indexOf(position) === 0 ? 0.5 : 0;
    const firstGone = left(id) < core.length && wishes.ruledOut.includes(core[0]![0]) ? 8 : 0;
    return left(id) * 2 + brought * 1.5 + home - firstGone;
  };
  const here = ARCHETYPE_IDS.filter((id) => archetypeOf(id).positions.includes(position));
  const open = here.filter((id) => !wishes.notArchetypes.includes(id) && id !== unusable(wishes, left));
  return (open.length > 0 ? open : here).reduce((best, id) => (score(id) > score(best) ? id : best));
}

/** Returns the requested archetype when it's impossible, because then it isn't the best fit either. */
const unusable = (wishes: Wishes, left: (id: ArchetypeId) => number) =>
  wishes.archetype && left(wishes.archetype) < 4 ? wishes.archetype : undefined;
