import type { Translator } from '../../messages/translator.ts';
import type { Weights } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

/** Percentages of the crew weights, which a text of the whitepaper repeats. */
export const crewPercentages = { spiritual: 40, personality: 25, interests: 20, lifestyle: 15 } as const;

/** Default weights of crew matching, which finds people you'd like to spend time with. */
export const getCrewWeights = (t: Translator): Weights => [
  { name: t(messages.crewSpiritualName), percent: crewPercentages.spiritual, line: t(messages.crewSpiritual) },
  { name: t(messages.crewPersonalityName), percent: crewPercentages.personality, line: t(messages.crewPersonality) },
  { name: t(messages.crewInterestsName), percent: crewPercentages.interests, line: t(messages.crewInterests) },
  { name: t(messages.crewLifestyleName), percent: crewPercentages.lifestyle, line: t(messages.crewLifestyle) },
];

/**
 * Initial weights of squad matching on the Protocol. Admins can publish new weights; each match keeps its own score
 * breakdown.
 */
export const getSquadWeights = (t: Translator): Weights => [
  { name: t(messages.squadPositionsName), percent: 25, line: t(messages.squadPositions) },
  { name: t(messages.squadHoursName), percent: 25, line: t(messages.squadHours) },
  { name: t(messages.squadSkillName), percent: 20, line: t(messages.squadSkill) },
  { name: t(messages.squadPlaystyleName), percent: 10, line: t(messages.squadPlaystyle) },
  { name: t(messages.squadModesName), percent: 8, line: t(messages.squadModes) },
  { name: t(messages.squadCommunicationName), percent: 7, line: t(messages.squadCommunication) },
  { name: t(messages.squadRegionName), percent: 5, line: t(messages.squadRegion) },
];
