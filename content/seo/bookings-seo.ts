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
  [paths.phoneConcierge]: {
    title: 'Phone concierge',
    description: 'Pick a half hour in your own time zone, and the Planet Crew concierge will call you back.',
    index: false,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
