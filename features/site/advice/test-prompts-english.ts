import type { Prompt } from './test-prompts.ts';

export const ENGLISH: readonly Prompt[] = [
  // The page's own example, and variations of it.
  [
    '6 ft 4 point guard, slasher, our squad has no shooting.',
    { pos: 'PG', h: 193, arch: 'slasher', up: ['three'], says: ['raised'] },
  ],
  [
    'Center. We need a shooter and we lack rebounding.',
    { pos: 'C', up: ['three', 'def_rebound', 'off_rebound'], says: ['raised'] },
  ],
  ['Center, our squad has no shooting', { pos: 'C', arch: 'stretch', up: ['three'] }],
  ['I want to be a sharpshooter', { pos: 'SG', arch: 'shooter', up: ['three', 'mid'] }],
  ['Make me a lockdown defender', { pos: 'SF', arch: 'lock', up: ['perimeter', 'steal'] }],
  ['rim protector please', { pos: 'C', arch: 'anchor', up: ['block', 'interior'] }],
  ['Floor general, 6\'2"', { pos: 'PG', h: 188, arch: 'general', up: ['pass'] }],
  ['glass cleaner power forward 6 foot 10', { pos: 'PF', h: 208, arch: 'glass', up: ['off_rebound'] }],
  // No.
  ['Center with no shooting', { pos: 'C', none: ['three', 'mid'], says: ['ruled_out'], quiet: ['raised'] }],
  [
    "I don't want any threes, just dunks. Small forward.",
    { pos: 'SF', none: ['three'], up: ['dunk'], says: ['ruled_out'] },
  ],
  ['Not a center, but a power forward', { pos: 'PF', says: ['not_positions'] }],
  ['anything but center, 7 feet tall', { pos: 'PF', h: 213, says: ['not_positions'] }],
  ['point guard without dunks', { pos: 'PG', none: ['dunk', 'standing_dunk'] }],
  ['no threes, dunks or post moves, shooting guard', { pos: 'SG', none: ['three', 'dunk', 'standing_dunk', 'post'] }],
  ["I'm not a shooter. SF.", { pos: 'SF', none: ['three', 'mid'], quiet: ['archetype_conflict'] }],
  ["We don't need rebounding, we need passing. PG", { pos: 'PG', up: ['pass'], says: ['covered', 'raised'] }],
  ['Skip the post game, big man 6\'11"', { pos: 'C', h: 211, none: ['post'] }],
  ["I can't shoot, PF", { pos: 'PF', none: ['three', 'mid'], quiet: ['raised'] }],
  ['not only a shooter but also a defender, SG', { pos: 'SG', arch: 'shooter' }],
  ['sharpshooter with no shooting', { none: ['three', 'mid'], says: ['archetype_conflict'] }],
  [
    'instead of shooting I want defense, small forward',
    { pos: 'SF', none: ['three', 'mid'], up: ['perimeter', 'lateral'] },
  ],
  ['PF, I hate rebounding', { pos: 'PF', none: ['off_rebound', 'def_rebound'] }],
  // Heights.
  ['6\'9" power forward', { pos: 'PF', h: 206, says: ['height'] }],
  ['power forward, 206 cm', { pos: 'PF', h: 206 }],
  ['power forward 2.06 m', { pos: 'PF', h: 206 }],
  ["6'9 stretch big", { pos: 'PF', h: 206, arch: 'stretch' }],
  ['6-11 center', { pos: 'C', h: 211 }],
  ['center 7 ft 4 in', { pos: 'C', h: 224 }],
  ['6’5” shooting guard', { pos: 'SG', h: 196 }],
  ['a 5\'10" center', { pos: 'C', h: 201, says: ['height_moved'], quiet: ['height'] }],
  ["7'2 point guard", { pos: 'PG', h: 203, says: ['height_moved'] }],
  ['I am 190cm tall', { pos: 'PG', h: 190 }],
  ['a 4\'8" point guard', { pos: 'PG', h: 175, says: ['height_moved'] }],
  ["6'2 or 6'4 point guard", { pos: 'PG', h: 188, says: ['other_heights'] }],
  ['shooting guard, 6\'4", 240 pounds', { pos: 'SG', h: 193, weight: 238, says: ['weight'] }],
  // Points.
  ['point guard with 600 points', { pos: 'PG', budget: 600, says: ['budget'] }],
  ['center, budget of 1,000', { pos: 'C', budget: 1000, quiet: ['budget_moved'] }],
  ['I only have 250 points for my center', { pos: 'C', budget: 400, says: ['budget_moved'] }],
  ['shooting guard, 5000 attribute points', { pos: 'SG', budget: 1000, says: ['budget_moved'] }],
  [
    ['6\'4" slashing point guard', 'how many points are there?'],
    { pos: 'PG', h: 193, says: ['budget'], quiet: ['position'] },
  ],
  // Follow-ups.
  [['6\'9" PF', 'make it taller'], { pos: 'PF', h: 211, says: ['kept'] }],
  [['6\'9" PF', '2 inches shorter'], { pos: 'PF', h: 201 }],
  [['point guard, floor general', 'more defense'], { pos: 'PG', arch: 'general', higher: ['perimeter', 'lateral'] }],
  [['point guard, floor general', 'less passing'], { pos: 'PG', lower: ['pass'], says: ['lowered'] }],
  [['center, no shooting', 'more strength'], { pos: 'C', none: ['three', 'mid'], says: ['kept'] }],
  [['center, no shooting', 'actually I want threes'], { pos: 'C', up: ['three'], none: [] }],
  [['6\'4" slashing point guard', 'why is the three so low?'], { pos: 'PG', says: ['detail'], quiet: ['position'] }],
  [['6\'4" slashing point guard', 'and as a shooting guard?'], { pos: 'SG', h: 193, arch: 'slasher' }],
  [['center, no shooting', 'new build: sharpshooter'], { arch: 'shooter', up: ['three'], quiet: ['ruled_out'] }],
  // Nothing about a build.
  ["what's the weather like", { says: ['nothing_read'] }],
];
