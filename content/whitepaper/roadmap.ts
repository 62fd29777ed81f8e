import type { Translator } from '../../messages/translator.ts';
import type { RoadmapPhase } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';
import { MARKET_CAP_THOUSANDS } from './token.ts';
import { tokenFigures } from './token-figures.ts';

export const getRoadmap = (t: Translator): RoadmapPhase[] => [
  {
    quarter: 'Q3 2025',
    title: t(messages.phaseLiftOff),
    items: [
      { text: t(messages.phaseLiftOffPortal), status: 'Live' },
      { text: t(messages.phaseLiftOffBurn, { burned: tokenFigures.burned }), status: 'Live' },
      { text: t(messages.phaseLiftOffProfiles), status: 'Beta' },
      { text: t(messages.phaseLiftOffLock), status: 'Pending' },
    ],
  },
  {
    quarter: 'Q4 2025',
    title: t(messages.phaseFindYourFive),
    items: [
      { text: t(messages.phaseFindYourFiveMatching), status: 'Beta' },
      { text: t(messages.phaseFindYourFiveListings), status: 'Beta' },
      { text: t(messages.phaseFindYourFiveHires), status: 'Beta' },
      { text: t(messages.phaseFindYourFiveGraduation, { thousands: MARKET_CAP_THOUSANDS }), status: 'Pending' },
    ],
  },
  {
    quarter: 'Q1 2026',
    title: t(messages.phaseTools),
    items: [
      { text: t(messages.phaseToolsAssistant), status: 'Beta' },
      { text: t(messages.phaseToolsHolders), status: 'Beta' },
      { text: t(messages.phaseToolsAirdrops), status: 'Planned' },
      { text: t(messages.phaseToolsBurn, { extraBurn: tokenFigures.graduation.extraBurn }), status: 'Pending' },
    ],
  },
  {
    quarter: 'Q2 2026',
    title: t(messages.phaseCourt),
    items: [
      { text: t(messages.phaseCourtCrews), status: 'Planned' },
      { text: t(messages.phaseCourtCommunities), status: 'Planned' },
      { text: t(messages.phaseCourtLeagues), status: 'Planned' },
    ],
  },
  {
    quarter: 'Q3 2026+',
    title: t(messages.phasePlace),
    items: [
      { text: t(messages.phasePlaceGames), status: 'Planned' },
      { text: t(messages.phasePlaceVotes), status: 'Planned' },
      { text: t(messages.phasePlaceMetaverse), status: 'Planned' },
    ],
  },
];
