/**
 * The parts of a score, one entry each: the key for its weight in the rules and its points in matches, its display
 * label, and how to earn it. All lists of parts use this order.
 */
export const SCORE_PARTS = {
  positionFit: { label: 'Positions', about: 'Members play the position they like best.' },
  commonHours: { label: 'Shared hours', about: 'How much of the week they share; the first hours count most.' },
  skill: { label: 'Skill', about: 'Ratings and competitive levels lie close together.' },
  complement: {
    label: 'Playstyles',
    about: 'Scoring, playmaking, shooting, defending and rebounding are all covered.',
  },
  modes: { label: 'Modes', about: 'They like the same modes.' },
  communication: { label: 'Communication', about: 'Microphones, and the same first language.' },
  region: { label: 'Region', about: 'They play from regions that lie close to each other.' },
} as const satisfies Record<string, { label: string; about: string }>;

export type PartName = keyof typeof SCORE_PARTS;
export const PARTS = Object.keys(SCORE_PARTS) as PartName[];
/** Points for each part; their sum minus the avoid penalty is the score. */
export type ScoreParts = Record<PartName, number>;

/** Builds a record with a value for every part, so none is forgotten. */
export const mapParts = <Value>(of: (part: PartName) => Value): Record<PartName, Value> =>
  Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<PartName, Value>;

/** Index of each part in the search's typed arrays; the search runs too often to use names. */
export const PART_INDEX = {
  positionFit: 0,
  commonHours: 1,
  skill: 2,
  complement: 3,
  modes: 4,
  communication: 5,
  region: 6,
} as const satisfies ScoreParts;
