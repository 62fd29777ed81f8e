import type { Translator } from '../../messages/translator.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';
import { tokenAllocations } from './token-figures.ts';

export const getRisks = (t: Translator): Section => ({
  id: 'risks',
  number: 15,
  title: t(messages.risksTitle),
  summary: t(messages.risksSummary),
  blocks: [
    { kind: 'heading', text: t(messages.risksProductTitle) },
    {
      kind: 'list',
      items: [
        t(messages.risksBeta),
        t(messages.risksTooFew),
        t(messages.risksPeople),
        t(messages.risksPlug),
        t(messages.risksSmallCrew),
      ],
    },
    { kind: 'heading', text: t(messages.risksTokenTitle) },
    {
      kind: 'list',
      items: [
        t(messages.risksZero),
        t(messages.risksNoReturns),
        t(messages.risksThinTrading),
        t(messages.risksLargeHoldings, { percent: tokenAllocations['dev-wallet'].percent }),
        t(messages.risksGraduation),
        t(messages.risksKeys),
        t(messages.risksLaw),
        t(messages.risksUtility),
      ],
    },
    { kind: 'note', text: t(messages.risksNoAdvice) },
  ],
});
