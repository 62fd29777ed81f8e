import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import * as messages from './content-partners.messages.ts';

export const getPartnersTexts = (t: Translator) => ({
  title: t(messages.partnersTitle),
  line: t(messages.partnersLine),
  /** Says in one line what the marks on the home page mean, and what they don't. */
  brief: t(messages.partnersBrief),
  note: t(messages.partnersNote),
  visit: t(messages.visit),
  propose: {
    title: t(messages.proposeTitle),
    text: t(messages.proposeText),
    action: { label: t(messages.proposeAction), href: paths.help },
  },
});
