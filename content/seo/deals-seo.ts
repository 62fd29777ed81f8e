import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';

export const dealsSeo = {
  [paths.account]: {
    title: 'Account',
    description: 'Your profile information, your subscription and the way to change either of them.',
    index: false,
  },
  [paths.protocolAccount]: {
    title: 'Protocol account',
    description: 'Your plan, your hire credits, your profile and the way to your billing portal in one place.',
    index: false,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
