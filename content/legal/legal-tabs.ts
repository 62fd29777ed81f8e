import type { Translator } from '../../messages/translator.ts';
import type { LegalTab } from '../schema/page-schema.ts';
import * as messages from './content-legal.messages.ts';
import { getPrivacy } from './privacy.ts';
import { getRefunds } from './refunds.ts';
import { getTerms } from './terms.ts';

export const getLegalTexts = (t: Translator) => ({
  title: t(messages.title),
  line: t(messages.line),
  notice: t(messages.notice),
});

export const getLegalTabs = (t: Translator): LegalTab[] => [getTerms(t), getPrivacy(t), getRefunds(t)];
