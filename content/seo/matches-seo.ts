import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';
import * as messages from './content-seo.messages.ts';

export const matchesSeo = {
  [paths.matches]: (t) => ({
    title: t(messages.matchesTitle),
    description: t(messages.matchesDescription),
    index: false,
  }),
  [paths.respond]: (t) => ({
    title: t(messages.respondTitle),
    description: t(messages.respondDescription),
    index: false,
  }),
} satisfies Partial<Record<ContentRoute, (t: Translator) => Seo>>;
