import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';

export const matchesSeo = {
  [paths.matches]: {
    title: 'Your matches',
    description: 'Squads and pairs proposed to you, with the score, the hours you share and the reasons why.',
    index: false,
  },
  [paths.respond]: {
    title: 'Respond to a match',
    description: 'We record your answer to the match in your mail and bring you to your matches afterwards.',
    index: false,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
