import { feeTerms } from '../fee-terms.ts';
import { paths } from '../paths.ts';
import type { Deal, DealGroup } from '../schema/offers-schema.ts';

export const dealsTexts = {
  title: 'Exclusive Deals',
  banner: 'First 10 Founders get priority matching',
  seatsLeft: 'seats left',
  held: 'We hold your funds in our payment provider account until the games are confirmed. This is not a legal escrow.',
  fees: `Our fee is part of the price and comes out of what players and coaches get: hires ${feeTerms.byKind.hire / 100} %, coaching ${feeTerms.byKind.coaching / 100} %, assembly ${feeTerms.byKind.assembly / 100} %.`,
  refunds: { label: 'Read the Refund Policy', href: `${paths.legal}#refunds` },
};

export const dealGroups: DealGroup[] = [
  {
    id: 'founders',
    anchor: 'pcz-deal-founders',
    title: 'Founders',
    line: 'For the first hundred who believe in it.',
  },
  {
    id: 'assembly',
    anchor: 'pcz-deal-assembly',
    title: 'Team Assembly',
    line: 'You bring the plan, we bring the players.',
  },
  {
    id: '7game',
    anchor: 'pcz-deal-7game',
    title: '7-Game Deals',
    line: 'Hire a player for seven games. We hold the funds until all seven are confirmed.',
  },
];

/** The five deals on the page, which also offers the coaching sprint. */
export const deals: Deal[] = [
  {
    id: 'founders-premium',
    group: 'founders',
    priceId: 'PRICE_FOUNDERS_6MO',
    name: 'Founders Premium',
    price: '$99',
    terms: '6 months, one-time',
    line: 'Six months of Premium, paid once.',
    features: [
      'First 100 seats',
      'First 10 Founders get priority matching',
      'Includes one 7-Game Hire Credit up to $100',
      'Featured Boost on your listings without a monthly limit',
    ],
    cta: 'Become a Founder',
  },
  {
    id: 'team-assembly',
    group: 'assembly',
    priceId: 'PRICE_TEAM_ASSEMBLY',
    name: 'Team Assembly Concierge',
    price: '$199',
    terms: '7-game run',
    line: 'A whole squad, put together for you.',
    features: [
      '5 players in 48 h',
      'Picked for your roles, tier, region, platform and hours',
      'Full refund if not filled in 48 h',
    ],
    cta: 'Assemble my team',
  },
  {
    id: '7game-role',
    group: '7game',
    priceId: 'PRICE_7G_ROLE',
    name: '7-Game Role Player',
    price: '$75',
    terms: '7 games',
    line: "A solid player at the position you're missing.",
    features: ['Any position', 'Funds held until 7 games are confirmed', 'Prorated refund on early exit'],
    cta: 'Hire a role player',
  },
  {
    id: '7game-lock',
    group: '7game',
    priceId: 'PRICE_7G_LOCK',
    name: '7-Game Lock/PG',
    price: '$100',
    terms: '7 games',
    line: 'A lock on their best scorer, or a point guard who runs the floor.',
    features: ['Lock or PG', 'Funds held until 7 games are confirmed', 'Prorated refund on early exit'],
    cta: 'Hire a Lock or PG',
  },
  {
    id: '7game-elite',
    group: '7game',
    priceId: 'PRICE_7G_ELITE',
    name: '7-Game Elite',
    price: '$150',
    terms: '7 games',
    line: 'Top-tier help for the games that count.',
    features: [
      'Players who list themselves at the Elite tier',
      'Funds held until 7 games are confirmed',
      'Prorated refund on early exit',
    ],
    cta: 'Hire an Elite',
  },
];

export const coachingSprint = {
  priceId: 'PRICE_COACHING_30',
  name: 'Coaching Sprint',
  price: '$25',
  terms: '30 minutes',
  line: 'One coach, one problem, half an hour.',
  refund: 'Full refund before the session starts, none after. Rescheduling with 24 hours notice.',
  cta: 'Book a sprint',
  coaches: { label: 'Meet the coaches', href: paths.coaches },
} as const;
