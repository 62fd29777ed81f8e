import type { Section } from '../schema/whitepaper-schema.ts';

export const legalSection: Section = {
  id: 'legal',
  number: 17,
  title: 'Legal',
  summary: 'What this paper is and is not.',
  blocks: [
    {
      kind: 'list',
      items: [
        "This paper describes a product and an intention. It isn't a prospectus, an offer or a contract.",
        "The token isn't a share, a deposit, a fund unit or electronic money, and gives no right against anyone.",
        'Held funds are ordinary holdings with our payment provider. They are not a legal escrow.',
        'Names of games, platforms and tools belong to their owners, who have no part in this paper.',
        "Statements about the future can turn out wrong. We'll correct them in the next version.",
      ],
    },
    {
      kind: 'text',
      text: 'The [Terms of Service](/legal#terms), the [Privacy Policy](/legal#privacy) and the [Refund Policy](/legal#refunds) bind you and us when you use the site.',
    },
  ],
};
