import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';
import * as messages from './content-seo.messages.ts';

export const accountsSeo = {
  [paths.auth]: (t) => ({
    title: t(messages.authTitle),
    description: t(messages.authDescription),
    index: false,
  }),
  [paths.callback]: (t) => ({
    title: t(messages.callbackTitle),
    description: t(messages.callbackDescription),
    index: false,
  }),
} satisfies Partial<Record<ContentRoute, (t: Translator) => Seo>>;
