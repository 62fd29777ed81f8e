import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';
import * as messages from './content-seo.messages.ts';

export const siteSeo = {
  [paths.dashboard]: (t) => ({
    title: t(messages.dashboardTitle),
    description: t(messages.dashboardDescription),
    index: false,
  }),
  [paths.crewDna]: (t) => ({
    title: t(messages.crewDnaTitle),
    description: t(messages.crewDnaDescription),
    index: false,
  }),
  [paths.tools]: (t) => ({
    title: t(messages.toolsTitle),
    description: t(messages.toolsDescription),
    index: false,
  }),
} satisfies Partial<Record<ContentRoute, (t: Translator) => Seo>>;
