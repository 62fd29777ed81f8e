import type { Section } from '../schema/whitepaper-schema.ts';

export const ecosystem: Section = {
  id: 'ecosystem',
  number: 9,
  title: 'Ecosystem extensions',
  summary: 'What grows around the squad finder.',
  blocks: [
    {
      kind: 'statuses',
      items: [
        {
          name: 'Tournament of Power',
          status: 'Live',
          text: '50 AI tools in 11 tiers and 16 categories, with a community ranking.',
        },
        { name: 'Coach network', status: 'Beta', text: "Thirty minutes with someone who sees what you don't." },
        {
          name: 'Hire marketplace',
          status: 'Beta',
          text: 'Seven games with a player, funds held until they are confirmed.',
        },
        { name: 'Team-assembly concierge', status: 'Beta', text: 'Five players in 48 hours, or all the money back.' },
        { name: 'Featured communities', status: 'Planned', text: 'Pages for crews and clubs that grew up here.' },
        { name: 'Metaverse vision', status: 'Planned', text: 'Courts you walk onto together. Research first.' },
      ],
    },
    {
      kind: 'text',
      text: 'Each extension has to help someone find people or enjoy the people they found. If it does neither, we leave it out.',
    },
  ],
};
