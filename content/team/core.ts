import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { TeamGroup } from '../schema/people-schema.ts';

export const core: TeamGroup = {
  id: 'core',
  title: 'Core Team',
  columns: 3,
  members: [
    {
      id: 'engineer',
      display_name: 'Engineer',
      tagline: 'Keeps the lights on, the queues short and the backups tested.',
      role: 'DevOps Engineer',
      avatar: '/team/engineer.svg',
      accent_color: '#3fe0ff',
      chain_glow: false,
      social_links: [{ type: 'Twitter', label: 'Engineer on X', url: links.xProfile }],
      cta_button: { text: 'See what changed', link: paths.changelog },
      layout: 'card-vertical',
    },
    {
      id: 'storyteller',
      display_name: 'Storyteller',
      tagline: 'Films, cuts and posts what the crew does, bad games included.',
      role: 'Lead Content Creator',
      avatar: '/team/storyteller.svg',
      accent_color: '#ff5d78',
      chain_glow: false,
      social_links: [
        { type: 'Twitch', label: 'Storyteller on Twitch', url: links.twitchMain },
        { type: 'YouTube', label: 'Storyteller on YouTube', url: links.youtube },
        { type: 'TikTok', label: 'Storyteller on TikTok', url: links.tiktok },
        { type: 'Instagram', label: 'Storyteller on Instagram', url: links.instagram },
      ],
      layout: 'card-vertical',
    },
    {
      id: 'strategist',
      display_name: 'Strategist',
      tagline: "Plans the calendar so good runs find the people who'd love them.",
      role: 'Senior Content Strategist',
      avatar: '/team/strategist.svg',
      accent_color: '#ffd166',
      chain_glow: false,
      social_links: [
        { type: 'Twitter', label: 'Strategist on X', url: links.xProfile },
        { type: 'Instagram', label: 'Strategist on Instagram', url: links.instagram },
      ],
      layout: 'card-vertical',
    },
  ],
};
