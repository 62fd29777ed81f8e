import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';
import { crewPercentages } from './weights.ts';

export const getMatchmaking = (t: Translator): Section => ({
  id: 'matchmaking',
  number: 6,
  title: t(messages.matchmakingTitle),
  summary: t(messages.matchmakingSummary),
  blocks: [
    { kind: 'heading', text: t(messages.matchmakingSquadsTitle) },
    { kind: 'text', text: t(messages.matchmakingPossible) },
    { kind: 'text', text: t(messages.matchmakingBestTotal) },
    { kind: 'figure', figure: 'squad-weights', caption: t(messages.matchmakingSquadCaption) },
    {
      kind: 'list',
      items: [
        t(messages.matchmakingSameInput),
        t(messages.matchmakingQuality),
        t(messages.matchmakingWaiting),
        t(messages.matchmakingDeclining),
      ],
    },
    { kind: 'heading', text: t(messages.matchmakingCrewsTitle) },
    {
      kind: 'text',
      text: t(messages.matchmakingCrews, crewPercentages),
    },
    { kind: 'figure', figure: 'crew-weights', caption: t(messages.matchmakingCrewCaption) },
    { kind: 'text', text: t(messages.matchmakingSpiritual) },
  ],
});
