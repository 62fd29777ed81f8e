import type { Section } from '../schema/whitepaper-schema.ts';

export const businessModel: Section = {
  id: 'business-model',
  number: 11,
  title: 'Business model',
  summary: 'Finding a squad is free. Extra tools and services pay for it.',
  blocks: [
    {
      kind: 'table',
      caption: 'What you can buy',
      columns: ['Offer', 'Price', 'Terms'],
      rows: [
        ['Free', '$0', 'Forever'],
        ['Pro', '$9.99', 'Per month'],
        ['Premium', '$24.99', 'Per month'],
        ['Founders Premium', '$99', '6 months, one-time, first 100 seats'],
        ['Team Assembly Concierge', '$199', '5 players in 48 h, full refund if not filled'],
        ['7-Game Role', '$75', 'Funds held until 7 games are confirmed'],
        ['7-Game Lock/PG', '$100', 'Funds held until 7 games are confirmed'],
        ['7-Game Elite', '$150', 'Funds held until 7 games are confirmed'],
        ['Coaching Sprint', '$25', '30 minutes'],
      ],
    },
    {
      kind: 'text',
      text: 'Paid plans have a 7-day money-back guarantee. All refund terms are on the [legal page](/legal#refunds).',
    },
    {
      kind: 'list',
      items: [
        "We don't sell data or show advertising.",
        'Paying never buys a better score. We place the first ten founders as if they had waited two more rounds; their score stays the same.',
        "We keep the product's income and the token apart: buying one is never a purchase of the other.",
      ],
    },
  ],
};
