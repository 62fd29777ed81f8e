import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';

export const lfgSeo = {
  [paths.lfg]: {
    title: 'LFG: Looking for Group',
    description:
      'Post the positions you need or answer a player who needs yours. Filter by platform, region, mode and position.',
    index: true,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
