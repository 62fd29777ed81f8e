import { PARTS, type PartName, SCORE_PARTS } from '../../matcher/score-parts.ts';

export type { ScoreParts } from '../../matcher/score-parts.ts';

const isPart = (name: string): name is PartName => PARTS.some((part) => part === name);

/** Returns the label of a part of the score; an unknown part keeps its own name. */
export const getPartLabel = (name: string): string => (isPart(name) ? SCORE_PARTS[name].label : name);

type Shown = { key: string; label: string; value: number; max: number };

/**
 * Returns the parts of a stored score as a match shows them.
 * @param points as stored; a part that didn't exist yet has none
 * @param weights of the rules that scored it
 */
export const toShownParts = (
  points: Readonly<Partial<Record<PartName, number>>>,
  weights: Readonly<Record<PartName, number>>,
): Shown[] => PARTS.map((key) => ({ key, label: SCORE_PARTS[key].label, value: points[key] ?? 0, max: weights[key] }));
