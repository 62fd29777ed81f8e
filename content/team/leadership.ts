import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { TeamGroup } from '../schema/people-schema.ts';

export const leadership: TeamGroup = {
  id: 'leadership',
  title: 'Leadership',
  columns: 2,
  members: [
    {
      id: 'captain',
      display_name: 'Captain',
      tagline: 'Sets the course, answers for it and goes live after 5PM EST.',
      role: 'Leadership',
      avatar: '/team/captain.svg',
      accent_color: '#ff8a3d',
      chain_glow: true,
      social_links: [
        { type: 'Twitter', label: 'Captain on X', url: links.xProfile },
        { type: 'Twitch', label: 'Captain on Twitch', url: links.twitchMain },
        { type: 'YouTube', label: 'Captain on YouTube', url: links.youtube },
        { type: 'TikTok', label: 'Captain on TikTok', url: links.tiktok },
      ],
      cta_button: { text: 'Watch live', link: paths.commandCenter },
      layout: 'card-horizontal',
    },
    {
      id: 'navigator',
      display_name: 'Navigator',
      tagline: 'Turns plans into dates and keeps what we promise short and true.',
      role: 'Leadership',
      avatar: '/team/navigator.svg',
      accent_color: '#8b6cff',
      chain_glow: true,
      social_links: [
        { type: 'Twitter', label: 'Navigator on X', url: links.xProfile },
        { type: 'Instagram', label: 'Navigator on Instagram', url: links.instagram },
      ],
      cta_button: { text: 'Read the roadmap', link: `${paths.whitepaper}#roadmap` },
      layout: 'card-horizontal',
    },
  ],
};
