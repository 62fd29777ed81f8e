import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { TeamGroupFacts } from '../schema/people-schema.ts';
import * as messages from './content-team.messages.ts';

export const leadership: TeamGroupFacts = {
  id: 'leadership',
  title: messages.leadershipTitle,
  columns: 2,
  members: [
    {
      id: 'captain',
      display_name: messages.captainName,
      tagline: messages.captainTagline,
      role: messages.roleLeadership,
      avatar: '/team/captain.svg',
      accent_color: '#ff8a3d',
      chain_glow: true,
      social_links: [
        { type: 'Twitter', url: links.xProfile },
        { type: 'Twitch', url: links.twitchMain },
        { type: 'YouTube', url: links.youtube },
        { type: 'TikTok', url: links.tiktok },
      ],
      cta_button: { text: messages.captainAction, link: paths.commandCenter },
      layout: 'card-horizontal',
    },
    {
      id: 'navigator',
      display_name: messages.navigatorName,
      tagline: messages.navigatorTagline,
      role: messages.roleLeadership,
      avatar: '/team/navigator.svg',
      accent_color: '#8b6cff',
      chain_glow: true,
      social_links: [
        { type: 'Twitter', url: links.xProfile },
        { type: 'Instagram', url: links.instagram },
      ],
      cta_button: { text: messages.navigatorAction, link: `${paths.whitepaper}#roadmap` },
      layout: 'card-horizontal',
    },
  ],
};
