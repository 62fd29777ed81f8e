import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Tier } from '../schema/tournament-schema.ts';
import * as messages from './content-tournament.messages.ts';

/** Tiers from best to worst, the order of the roster and of the tier filter. */
export const tiers: (Omit<Tier, 'band' | 'epithet'> & { epithet: Message })[] = [
  { name: 'SSS', min: 10_000, max: null, epithet: messages.tierSssEpithet },
  { name: 'S+', min: 9_600, max: 9_999, epithet: messages.tierSPlusEpithet },
  { name: 'S', min: 8_500, max: 9_599, epithet: messages.tierSEpithet },
  { name: 'A+', min: 8_000, max: 8_499, epithet: messages.tierAPlusEpithet },
  { name: 'A', min: 7_500, max: 7_999, epithet: messages.tierAEpithet },
  { name: 'B+', min: 7_000, max: 7_499, epithet: messages.tierBPlusEpithet },
  { name: 'B', min: 6_500, max: 6_999, epithet: messages.tierBEpithet },
  { name: 'C+', min: 6_000, max: 6_499, epithet: messages.tierCPlusEpithet },
  { name: 'C', min: 5_500, max: 5_999, epithet: messages.tierCEpithet },
  { name: 'D+', min: 5_000, max: 5_499, epithet: messages.tierDPlusEpithet },
  { name: 'D', min: 4_500, max: 4_999, epithet: messages.tierDEpithet },
];

export const getTiers = (t: Translator): Tier[] =>
  tiers.map(({ name, min, max, epithet }) => ({
    name,
    min,
    max,
    band: max === null ? t(messages.tierBandFrom, { min }) : t(messages.tierBand, { min, max }),
    epithet: t(epithet),
  }));
