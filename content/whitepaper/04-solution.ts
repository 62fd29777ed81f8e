import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getSolution = (t: Translator): Section => ({
  id: 'solution',
  number: 4,
  title: t(messages.solutionTitle),
  summary: t(messages.solutionSummary),
  blocks: [
    {
      kind: 'steps',
      items: [
        t(messages.solutionDescribe),
        t(messages.solutionPublish),
        t(messages.solutionMatch),
        t(messages.solutionDecide),
        t(messages.solutionPlay),
      ],
    },
    { kind: 'heading', text: t(messages.solutionAroundTitle) },
    {
      kind: 'list',
      items: [t(messages.solutionListings), t(messages.solutionDeals), t(messages.solutionCommandCenter)],
    },
    { kind: 'note', text: t(messages.solutionNoBadSquads) },
  ],
});
