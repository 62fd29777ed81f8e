import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';
import * as messages from './content-seo.messages.ts';

export const lfgSeo = {
  [paths.lfg]: (t) => ({
    title: t(messages.lfgTitle),
    description: t(messages.lfgDescription),
    index: true,
  }),
} satisfies Partial<Record<ContentRoute, (t: Translator) => Seo>>;
