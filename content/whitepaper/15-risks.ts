import type { Section } from '../schema/whitepaper-schema.ts';

export const risks: Section = {
  id: 'risks',
  number: 15,
  title: 'Risks',
  summary: 'What can go wrong, said plainly.',
  blocks: [
    { kind: 'heading', text: 'The product' },
    {
      kind: 'list',
      items: [
        '**It is a beta.** Features change, break and sometimes go away.',
        '**Too few players.** Matching needs a pool. In a small region or at odd hours, you may wait a long time or never get a match.',
        "**People are people.** Someone may not show up. We keep track of kept promises, but we can't guarantee anyone.",
        '**Others can pull a plug.** We depend on payment, streaming, chat and hosting services and on games that belong to others. Their rules can end a feature overnight.',
        '**Small crew.** Few people build this. Illness and money are real limits.',
      ],
    },
    { kind: 'heading', text: 'The token' },
    {
      kind: 'list',
      items: [
        "**It may go to zero.** Many meme coins have. Spend nothing you'd miss.",
        '**No promise of returns.** No income, no dividend, no buy-back, no price.',
        '**Thin trading.** You may be unable to sell at the price you see, or at all.',
        '**Large holdings.** The dev wallet and the marketing line are 10% each. Until the lock is in place, their movement can move the price.',
        '**Graduation may never happen.** Then the further burn does not happen either.',
        '**Code and keys.** Bugs, scams and lost keys are final on a blockchain. No one can give your tokens back.',
        '**Law.** Rules differ by country and change. In yours, holding or trading may be restricted or taxed.',
        '**Utility may change.** We may change or drop what a tier unlocks.',
      ],
    },
    {
      kind: 'note',
      text: 'Nothing in this paper is financial, legal or tax advice, or an offer to sell anything.',
    },
  ],
};
