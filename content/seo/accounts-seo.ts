import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';

export const accountsSeo = {
  [paths.auth]: {
    title: 'Sign in',
    description: 'Continue with Twitch or with your email address, and start finding your five on the Protocol.',
    index: false,
  },
  [paths.callback]: {
    title: 'Signing you in',
    description: "We're verifying your credentials and syncing your Protocol profile. This takes a moment.",
    index: false,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
