import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';

export const bookingsSeo = {
  [paths.coaches]: {
    title: 'Coaches',
    description:
      'Three coaches for handles, defense and the paint. Watch them live, then book a 30-minute Coaching Sprint for $25.',
    index: true,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
