import { links } from '../links.ts';
import type { TeamGroupFacts } from '../schema/people-schema.ts';
import * as messages from './content-team.messages.ts';

export const advisory: TeamGroupFacts = {
  id: 'advisory',
  title: messages.advisoryTitle,
  columns: 3,
  members: [
    {
      id: 'sounding-board',
      display_name: messages.soundingBoardName,
      tagline: messages.soundingBoardTagline,
      role: messages.roleAdvisor,
      avatar: '/team/sounding-board.svg',
      accent_color: '#3ee6a5',
      chain_glow: false,
      social_links: [{ type: 'Twitter', url: links.xProfile }],
      layout: 'card-vertical',
    },
    {
      id: 'long-view',
      display_name: messages.longViewName,
      tagline: messages.longViewTagline,
      role: messages.roleStrategicAdvisor,
      avatar: '/team/long-view.svg',
      accent_color: '#8b6cff',
      chain_glow: false,
      social_links: [{ type: 'Twitter', url: links.xProfile }],
      layout: 'card-vertical',
    },
    {
      id: 'cool-head',
      display_name: messages.coolHeadName,
      tagline: messages.coolHeadTagline,
      role: messages.roleInvestmentAdvisor,
      avatar: '/team/cool-head.svg',
      accent_color: '#3fe0ff',
      chain_glow: false,
      social_links: [{ type: 'Twitter', url: links.xProfile }],
      layout: 'card-vertical',
    },
  ],
};
