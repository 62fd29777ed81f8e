import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getLegalSection = (t: Translator): Section => ({
  id: 'legal',
  number: 17,
  title: t(messages.legalTitle),
  summary: t(messages.legalSummary),
  blocks: [
    {
      kind: 'list',
      items: [
        t(messages.legalNoOffer),
        t(messages.legalNoShare),
        t(messages.legalHeldFunds),
        t(messages.legalOwners),
        t(messages.legalFuture),
      ],
    },
    { kind: 'text', text: t(messages.legalTerms) },
  ],
});
