import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';

export const dealsSeo = {
  [paths.account]: {
    title: 'Account',
    description: 'See your profile information and your subscription, and change either one.',
    index: false,
  },
  [paths.protocolAccount]: {
    title: 'Protocol account',
    description: 'Your plan, hire credits, profile and a link to your billing portal, all in one place.',
    index: false,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
