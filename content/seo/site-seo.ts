import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';

export const siteSeo = {
  [paths.dashboard]: {
    title: 'Dashboard',
    description: 'Your plan, your tiles, your recent activity and your numbers on Planet Crew at a glance.',
    index: false,
  },
  [paths.crewDna]: {
    title: 'Define Your Crew DNA',
    description: 'Position, playstyle, schedule and goals: a few answers that tell the crew how you like to play.',
    index: false,
  },
  [paths.tools]: {
    title: 'Tools',
    description: "Planet Crew's AI Build Assistant, Crew Progress Tracker and partner logo generator.",
    index: false,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
