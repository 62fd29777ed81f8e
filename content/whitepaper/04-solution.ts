import type { Section } from '../schema/whitepaper-schema.ts';

export const solution: Section = {
  id: 'solution',
  number: 4,
  title: 'The solution',
  summary: 'Describe yourself once; the planet does the looking and shows its work.',
  blocks: [
    {
      kind: 'steps',
      items: [
        '**Describe.** Six short steps: position, build, modes, hours painted on a week, languages and how to reach you.',
        '**Publish.** Nothing is public until you say so, and every change waits for your OK again.',
        '**Be matched.** Every two hours the engine proposes squads of five and pairs from all published profiles.',
        '**Decide.** Each match shows a score out of 100, the court with its positions, the shared hours and the reasons. You accept or decline.',
        '**Play.** When everyone has accepted, you all get contact details and the next three sessions in your own time.',
      ],
    },
    { kind: 'heading', text: 'Around it' },
    {
      kind: 'list',
      items: [
        '[LFG listings](/protocol/lfg) for tonight, when you need one more.',
        '[Deals](/protocol/deals): seven-game hires, coaching and team assembly, with held funds.',
        '[The Command Center](/command-center) for the daily streams.',
      ],
    },
    {
      kind: 'note',
      text: "We'd rather propose nothing than a bad squad. If you don't have a match, we tell you why, and which single change would help most.",
    },
  ],
};
