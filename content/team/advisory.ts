import { links } from '../links.ts';
import type { TeamGroup } from '../schema/people-schema.ts';

export const advisory: TeamGroup = {
  id: 'advisory',
  title: 'Advisory Board',
  columns: 3,
  members: [
    {
      id: 'sounding-board',
      display_name: 'Sounding Board',
      tagline: 'Asks the plain question before we build the clever answer.',
      role: 'Advisor',
      avatar: '/team/sounding-board.svg',
      accent_color: '#3ee6a5',
      chain_glow: false,
      social_links: [{ type: 'Twitter', label: 'Sounding Board on X', url: links.xProfile }],
      layout: 'card-vertical',
    },
    {
      id: 'long-view',
      display_name: 'Long View',
      tagline: "Looks two seasons ahead and tells us what won't age well.",
      role: 'Strategic Advisor',
      avatar: '/team/long-view.svg',
      accent_color: '#8b6cff',
      chain_glow: false,
      social_links: [{ type: 'Twitter', label: 'Long View on X', url: links.xProfile }],
      layout: 'card-vertical',
    },
    {
      id: 'cool-head',
      display_name: 'Cool Head',
      tagline: 'Reads the numbers twice and says no when no is the answer.',
      role: 'Investment Advisor',
      avatar: '/team/cool-head.svg',
      accent_color: '#3fe0ff',
      chain_glow: false,
      social_links: [{ type: 'Twitter', label: 'Cool Head on X', url: links.xProfile }],
      layout: 'card-vertical',
    },
  ],
};
