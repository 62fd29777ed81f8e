import type { RoadmapPhase } from '../schema/whitepaper-schema.ts';

export const roadmap: RoadmapPhase[] = [
  {
    quarter: 'Q3 2025',
    title: 'Lift-off',
    items: [
      { text: 'Portal, streams and Tournament of Power', status: 'Live' },
      { text: 'First burn of 5,000,000 tokens', status: 'Live' },
      { text: 'Protocol profiles and directory', status: 'Beta' },
      { text: 'Lock of the dev wallet', status: 'Pending' },
    ],
  },
  {
    quarter: 'Q4 2025',
    title: 'Find your five',
    items: [
      { text: 'Squad and pair matching with reasons', status: 'Beta' },
      { text: 'LFG listings, moderation and health page', status: 'Beta' },
      { text: 'Hires with held funds, coaching, team assembly', status: 'Beta' },
      { text: 'Liquidity-pool graduation at 69k market cap', status: 'Pending' },
    ],
  },
  {
    quarter: 'Q1 2026',
    title: 'Tools for crews',
    items: [
      { text: 'AI Build Assistant and Crew Progress Tracker', status: 'Beta' },
      { text: 'Holder check by signed message', status: 'Beta' },
      { text: 'Community airdrops for helpers and creators', status: 'Planned' },
      { text: 'Further burn of 5,000,000 at graduation', status: 'Pending' },
    ],
  },
  {
    quarter: 'Q2 2026',
    title: 'More than one court',
    items: [
      { text: 'Crew matching by values, personality, interests and lifestyle', status: 'Planned' },
      { text: 'Featured communities with pages of their own', status: 'Planned' },
      { text: 'Crew leagues and seasons', status: 'Planned' },
    ],
  },
  {
    quarter: 'Q3 2026+',
    title: 'A place to walk into',
    items: [
      { text: 'More team games on the same matching', status: 'Planned' },
      { text: 'Community votes on how we use airdrops', status: 'Planned' },
      { text: 'Metaverse courts: research before promises', status: 'Planned' },
    ],
  },
];
