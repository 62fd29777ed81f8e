import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';

export const profilesSeo = {
  [paths.find]: {
    title: 'Find Your Squad',
    description:
      "Browse published players by platform, position, region and mic, and open the profile of anyone you'd run with.",
    index: true,
  },
  [paths.onboarding]: {
    title: 'Build your profile',
    description: "Six short steps: who you are, how you play, when you're free and how people can reach you.",
    index: false,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
