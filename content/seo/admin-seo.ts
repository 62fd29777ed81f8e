import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';
import * as messages from './content-seo.messages.ts';

export const adminSeo = {
  [paths.admin]: (t) => ({
    title: t(messages.adminTitle),
    description: t(messages.adminDescription),
    index: false,
  }),
} satisfies Partial<Record<ContentRoute, (t: Translator) => Seo>>;
