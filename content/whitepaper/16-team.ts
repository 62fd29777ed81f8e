import type { Section } from '../schema/whitepaper-schema.ts';

export const teamSection: Section = {
  id: 'team',
  number: 16,
  title: 'Team',
  summary: 'Sixteen seats in four groups.',
  blocks: [
    {
      kind: 'table',
      caption: 'The seats',
      columns: ['Group', 'Seats', 'Job'],
      rows: [
        ['Leadership', '2', 'Course, budget, last word'],
        ['Core Team', '3', 'Build, film, plan'],
        ['Advisory Board', '3', 'Ask, warn, connect'],
        ['Brand Ambassadors', '8', 'Welcome, host, represent'],
      ],
    },
    {
      kind: 'text',
      text: 'We show seats instead of names, because each holder decides how visible to be. [The team page](/team) says what each seat does and where to reach it.',
    },
    {
      kind: 'text',
      text: 'Ambassador seats are open to anyone who keeps showing up. Join our chat server and message the support channel, or send us a direct message.',
    },
  ],
};
