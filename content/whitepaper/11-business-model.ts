import type { Translator } from '../../messages/translator.ts';
import { founders, prices } from '../prices.ts';
import { refundTerms } from '../refund-terms.ts';
import type { Section } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

/** The offers with their prices and terms. Names of plans and packages are the same in every language. */
function listOffers(t: Translator): string[][] {
  const formatPrice = ({ cents }: { cents: number }) => t(messages.businessModelPrice, { dollars: cents / 100 });
  const perMonth = t(messages.businessModelPerMonth);
  const hire = t(messages.businessModelHire, { games: refundTerms.hireGames });
  const { assemblySquadSize, assemblyFillHours, coachingMinutes } = refundTerms;
  return [
    ['Free', formatPrice({ cents: 0 }), t(messages.businessModelForever)],
    ['Pro', formatPrice(prices.PRICE_PRO_MONTHLY), perMonth],
    ['Premium', formatPrice(prices.PRICE_PREMIUM_MONTHLY), perMonth],
    [
      'Founders Premium',
      formatPrice(prices.PRICE_FOUNDERS_6MO),
      t(messages.businessModelFounders, { months: founders.months, seats: founders.seats }),
    ],
    [
      'Team Assembly Concierge',
      formatPrice(prices.PRICE_TEAM_ASSEMBLY),
      t(messages.businessModelAssembly, { players: assemblySquadSize, hours: assemblyFillHours }),
    ],
    ['7-Game Role', formatPrice(prices.PRICE_7G_ROLE), hire],
    ['7-Game Lock/PG', formatPrice(prices.PRICE_7G_LOCK), hire],
    ['7-Game Elite', formatPrice(prices.PRICE_7G_ELITE), hire],
    [
      'Coaching Sprint',
      formatPrice(prices.PRICE_COACHING_30),
      t(messages.businessModelCoaching, { minutes: coachingMinutes }),
    ],
  ];
}

export const getBusinessModel = (t: Translator): Section => ({
  id: 'business-model',
  number: 11,
  title: t(messages.businessModelTitle),
  summary: t(messages.businessModelSummary),
  blocks: [
    {
      kind: 'table',
      caption: t(messages.businessModelTableCaption),
      columns: [
        t(messages.businessModelColumnOffer),
        t(messages.businessModelColumnPrice),
        t(messages.businessModelColumnTerms),
      ],
      rows: listOffers(t),
    },
    { kind: 'text', text: t(messages.businessModelMoneyBack, { days: refundTerms.planMoneyBackDays }) },
    {
      kind: 'list',
      items: [
        t(messages.businessModelNoData),
        t(messages.businessModelNoBetterScore),
        t(messages.businessModelSeparate),
      ],
    },
  ],
});
