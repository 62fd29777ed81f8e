import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';
import * as messages from './content-seo.messages.ts';

export const dealsSeo = {
  [paths.account]: (t) => ({
    title: t(messages.accountTitle),
    description: t(messages.accountDescription),
    index: false,
  }),
  [paths.protocolAccount]: (t) => ({
    title: t(messages.protocolAccountTitle),
    description: t(messages.protocolAccountDescription),
    index: false,
  }),
} satisfies Partial<Record<ContentRoute, (t: Translator) => Seo>>;
