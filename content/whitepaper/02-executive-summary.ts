import type { Translator } from '../../messages/translator.ts';
import { prices } from '../prices.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';
import { tokenFigures } from './token-figures.ts';

export const getExecutiveSummary = (t: Translator): Section => ({
  id: 'executive-summary',
  number: 2,
  title: t(messages.executiveSummaryTitle),
  summary: t(messages.executiveSummarySummary),
  blocks: [
    {
      kind: 'list',
      items: [
        t(messages.executiveSummaryProblem),
        t(messages.executiveSummarySolution),
        t(messages.executiveSummaryBusiness, {
          pro: prices.PRICE_PRO_MONTHLY.cents / 100,
          premium: prices.PRICE_PREMIUM_MONTHLY.cents / 100,
        }),
        t(messages.executiveSummaryMoney),
        t(messages.executiveSummaryToken, { supply: tokenFigures.totalSupply, burned: tokenFigures.burned }),
        t(messages.executiveSummaryStage),
      ],
    },
    { kind: 'note', text: t(messages.executiveSummaryNoPromises) },
  ],
});
