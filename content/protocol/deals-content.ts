import type { Translator } from '../../messages/translator.ts';
import * as shared from '../content.messages.ts';
import { feeTerms } from '../fee-terms.ts';
import { paths } from '../paths.ts';
import { formatPrice, founders } from '../prices.ts';
import { refundTerms } from '../refund-terms.ts';
import type { Deal, DealGroup } from '../schema/offers-schema.ts';
import * as messages from './content-protocol.messages.ts';
import { dealFacts } from './deal-facts.ts';

const { hire, coaching, assembly } = feeTerms.byKind;

const getPriorityLine = (t: Translator) => t(messages.foundersPriority, { seats: founders.priorityMatchingSeats });

export const getDealsTexts = (t: Translator) => ({
  title: t(messages.dealsTitle),
  banner: getPriorityLine(t),
  held: t(messages.heldFunds),
  fees: t(messages.feesNote, { hire: hire / 100, coaching: coaching / 100, assembly: assembly / 100 }),
  refunds: { label: t(messages.readRefundPolicy), href: `${paths.legal}#refunds` },
});

export const getDealGroups = (t: Translator): DealGroup[] => [
  { id: 'founders', anchor: 'pcz-deal-founders', title: 'Founders', line: t(messages.foundersGroupLine) },
  { id: 'assembly', anchor: 'pcz-deal-assembly', title: 'Team Assembly', line: t(messages.assemblyGroupLine) },
  { id: '7game', anchor: 'pcz-deal-7game', title: t(messages.hireGroupTitle), line: t(messages.hireGroupLine) },
];

/** Returns the five deals on the page, which also offers the coaching sprint. */
export function getDeals(t: Translator): Deal[] {
  const { hireGames: games, assemblySquadSize: players, assemblyFillHours: hours } = refundTerms;
  const getFacts = (deal: keyof typeof dealFacts) => ({
    ...dealFacts[deal],
    price: formatPrice(t, dealFacts[deal].priceId),
  });
  const hireTerms = t(messages.hireTerms, { games });
  const hirePromises = [t(messages.hireFundsHeld, { games }), t(messages.hireProratedRefund)];
  return [
    {
      ...getFacts('founders'),
      terms: t(messages.foundersTerms, { months: founders.months }),
      line: t(messages.foundersLine),
      features: [
        t(messages.foundersSeats, { seats: founders.seats }),
        getPriorityLine(t),
        t(messages.foundersHireCredit, { cap: founders.hireCreditCapCents / 100 }),
        t(shared.planPremiumBoost),
      ],
      cta: t(messages.foundersCta),
    },
    {
      ...getFacts('assembly'),
      terms: t(messages.assemblyTerms, { games }),
      line: t(messages.assemblyLine),
      features: [
        t(messages.assemblyFill, { players, hours }),
        t(messages.assemblyPicked),
        t(messages.assemblyRefund, { hours }),
      ],
      cta: t(messages.assemblyCta),
    },
    {
      ...getFacts('role'),
      terms: hireTerms,
      line: t(messages.roleLine),
      features: [t(messages.roleAnyPosition), ...hirePromises],
      cta: t(messages.roleCta),
    },
    {
      ...getFacts('lock'),
      terms: hireTerms,
      line: t(messages.lockLine),
      features: [t(messages.lockPositions), ...hirePromises],
      cta: t(messages.lockCta),
    },
    {
      ...getFacts('elite'),
      terms: hireTerms,
      line: t(messages.eliteLine),
      features: [t(messages.elitePlayers), ...hirePromises],
      cta: t(messages.eliteCta),
    },
  ];
}
