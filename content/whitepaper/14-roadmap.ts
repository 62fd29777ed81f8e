import type { Section } from '../schema/whitepaper-schema.ts';

export const roadmapSection: Section = {
  id: 'roadmap',
  number: 14,
  title: 'Roadmap',
  summary: 'From Q3 2025 to Q3 2026 and beyond.',
  blocks: [
    { kind: 'figure', figure: 'roadmap', caption: 'Roadmap by quarter, with the status of each item' },
    {
      kind: 'text',
      text: 'Quarters are the aims of version 3.0. Statuses follow the site as it is now, and the [changelog](/changelog) records what has really shipped. When an aim moves, the next version of this paper will say so.',
    },
    {
      kind: 'note',
      text: "Pending items wait for events we don't control, such as a market cap. Don't plan on them.",
    },
  ],
};
