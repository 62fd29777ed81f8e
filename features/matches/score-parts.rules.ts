import { PARTS, type PartName } from '../../matcher/score-parts.ts';

import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import * as messages from './matches.messages.ts';

export type { ScoreParts } from '../../matcher/score-parts.ts';

export const PART_LABELS: Record<PartName, Message> = {
  positionFit: messages.partPositions,
  commonHours: messages.partHours,
  skill: messages.partSkill,
  complement: messages.partPlaystyles,
  modes: messages.partModes,
  communication: messages.partTalk,
  region: messages.partRegion,
};

type Shown = { key: string; label: string; value: number; max: number };

/**
 * Returns the parts of a stored score for display.
 * @param points as stored; parts that didn't exist at the time are missing
 * @param weights the weights in the rules that scored the match
 * @param live whether it's a match from the live queue. Those players share the present hour, not their weekly hours
 */
export const toShownParts = (
  t: Translator,
  points: Readonly<Partial<Record<PartName, number>>>,
  weights: Readonly<Record<PartName, number>>,
  live = false,
): Shown[] =>
  PARTS.map((key) => ({
    key,
    label: t(live && key === 'commonHours' ? messages.partFreeNow : PART_LABELS[key]),
    value: points[key] ?? 0,
    max: weights[key],
  }));
