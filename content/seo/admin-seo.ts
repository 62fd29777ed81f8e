import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';

export const adminSeo = {
  [paths.admin]: {
    title: 'Admin console',
    description: 'Queue, listings, matches, payments, actions, audit and health of the Protocol, for admins only.',
    index: false,
  },
} satisfies Partial<Record<ContentRoute, Seo>>;
