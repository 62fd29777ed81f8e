import type { Section } from '../schema/whitepaper-schema.ts';

export const market: Section = {
  id: 'market',
  number: 10,
  title: 'Market',
  summary: 'Who needs this, what they use now, and what we do not know.',
  blocks: [
    {
      kind: 'text',
      text: 'Our first people are adults who play five-against-five basketball games online, have jobs, families or classes, and only a few evenings a week for the game. They stream a little or watch those who do.',
    },
    {
      kind: 'table',
      caption: 'What people use today',
      columns: ['Way', 'Good at', 'Missing'],
      rows: [
        ['In-game lobby', 'Instant', 'No memory, no hours, no talk'],
        ['Chat servers', 'Friendly, free', 'Scrolls away, no one compares calendars'],
        ['Social posts', 'Reach', 'Unknown skill, unknown reliability'],
        ['Friends', 'Trust', 'Rarely five, rarely the right positions'],
      ],
    },
    {
      kind: 'text',
      text: "We print no figure for the size of the market. The ones in circulation count everyone who owns a console, which says nothing about how many want a steady squad. We'd rather publish our own counts as they grow.",
    },
    {
      kind: 'text',
      text: 'Every team game with roles has the same need. Positions, regions and modes are data in our engine, so another game is work on content, not on the core.',
    },
  ],
};
