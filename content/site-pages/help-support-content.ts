import type { Translator } from '../../messages/translator.ts';
import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { SupportCard } from '../schema/page-schema.ts';
import * as messages from './content-site-pages.messages.ts';

export const getHelpTexts = (t: Translator) => ({
  title: t(messages.helpTitle),
  breadcrumb: [
    { label: t(messages.helpHome), href: paths.home },
    { label: t(messages.helpTitle), href: paths.help },
  ],
  line: t(messages.helpLine),
  faqTitle: t(messages.helpFaqTitle),
  moreAnswers: { label: t(messages.helpMoreAnswers), href: paths.faq },
  forPrograms: t(messages.helpForPrograms),
  voiceOnly: { title: t(messages.helpVoiceOnlyTitle), text: t(messages.helpVoiceOnlyText) },
});

export const getSupportCards = (t: Translator): SupportCard[] => [
  {
    title: t(messages.helpCommunityTitle),
    description: t(messages.helpCommunityText),
    icon: 'people',
    link: links.xCommunity,
    label: t(messages.helpCommunityAction),
  },
  {
    title: t(messages.helpFollowTitle),
    description: t(messages.helpFollowText),
    icon: 'follow',
    link: links.xProfile,
    label: t(messages.helpFollowAction),
  },
  {
    title: t(messages.helpVoiceTitle),
    description: t(messages.helpVoiceText),
    icon: 'voice',
    link: links.chatInvite,
    label: t(messages.helpVoiceAction),
  },
];
