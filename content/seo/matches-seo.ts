import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';

export const matchesSeo = {
  [paths.matches]: {
    title: 'Your matches',
    description: "Squads and pairs we've proposed to you, with the score, the hours you share and the reasons why.",
    index: false,
  },
  [paths.respond]: {
    title: 'Respond to a match',
    description: "We'll record your answer to the match in your email, then take you to your matches.",
    index: false,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
