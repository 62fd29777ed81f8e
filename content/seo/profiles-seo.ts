import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';
import * as messages from './content-seo.messages.ts';

export const profilesSeo = {
  [paths.find]: (t) => ({
    title: t(messages.findTitle),
    description: t(messages.findDescription),
    index: true,
  }),
  [paths.onboarding]: (t) => ({
    title: t(messages.onboardingTitle),
    description: t(messages.onboardingDescription),
    index: false,
  }),
} satisfies Partial<Record<ContentRoute, (t: Translator) => Seo>>;
