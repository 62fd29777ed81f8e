import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { TeamGroupFacts } from '../schema/people-schema.ts';
import * as messages from './content-team.messages.ts';

export const core: TeamGroupFacts = {
  id: 'core',
  title: messages.coreTitle,
  columns: 3,
  members: [
    {
      id: 'engineer',
      display_name: messages.engineerName,
      tagline: messages.engineerTagline,
      role: messages.roleDevOpsEngineer,
      avatar: '/team/engineer.svg',
      accent_color: '#3fe0ff',
      chain_glow: false,
      social_links: [{ type: 'Twitter', url: links.xProfile }],
      cta_button: { text: messages.engineerAction, link: paths.changelog },
      layout: 'card-vertical',
    },
    {
      id: 'storyteller',
      display_name: messages.storytellerName,
      tagline: messages.storytellerTagline,
      role: messages.roleLeadContentCreator,
      avatar: '/team/storyteller.svg',
      accent_color: '#ff5d78',
      chain_glow: false,
      social_links: [
        { type: 'Twitch', url: links.twitchMain },
        { type: 'YouTube', url: links.youtube },
        { type: 'TikTok', url: links.tiktok },
        { type: 'Instagram', url: links.instagram },
      ],
      layout: 'card-vertical',
    },
    {
      id: 'strategist',
      display_name: messages.strategistName,
      tagline: messages.strategistTagline,
      role: messages.roleSeniorContentStrategist,
      avatar: '/team/strategist.svg',
      accent_color: '#ffd166',
      chain_glow: false,
      social_links: [
        { type: 'Twitter', url: links.xProfile },
        { type: 'Instagram', url: links.instagram },
      ],
      layout: 'card-vertical',
    },
  ],
};
