import type { Section } from '../schema/whitepaper-schema.ts';

export const executiveSummary: Section = {
  id: 'executive-summary',
  number: 2,
  title: 'Executive summary',
  summary: 'The paper in one minute.',
  blocks: [
    {
      kind: 'list',
      items: [
        '**Problem.** A team game needs five people who fit. Finding them by hand costs more evenings than playing does.',
        '**Solution.** A matching engine over position, hours, skill and style that explains every match it proposes.',
        '**Business.** Free stays free. Plans at $9.99 and $24.99 per month, a limited founders offer, and fees around hires, coaching and team assembly.',
        '**Care with money.** We hold funds until you get what you bought, with refund terms that are figures in our code.',
        "**Token.** A community meme coin with a fixed supply of 1,000,000,000, of which 5,000,000 are burned. It unlocks extras for holders, and you don't need it for anything.",
        '**Stage.** Public beta. The [roadmap](#roadmap) runs from Q3 2025 to Q3 2026 and beyond.',
      ],
    },
    {
      kind: 'note',
      text: 'We promise no return, no price and no listing. If you read only one more section, read the [risks](#risks).',
    },
  ],
};
