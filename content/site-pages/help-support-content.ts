import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { SupportCard } from '../schema/page-schema.ts';

export const helpTexts = {
  title: 'Help & Support',
  breadcrumb: [
    { label: 'Home', href: paths.home },
    { label: 'Help & Support', href: paths.help },
  ],
  line: 'Real people, a few quick answers and no ticket numbers.',
  faqTitle: 'Quick answers',
  moreAnswers: { label: 'Plans, money, streams: ten more answers', href: paths.faq },
  forPrograms: 'API reference for bots and apps',
  voiceOnly: {
    title: 'Voice only',
    text: 'The chat server is voice-only with no text chat. Join a room and talk to us.',
  },
};

export const supportCards: SupportCard[] = [
  {
    title: 'Community on X',
    description: 'Ask in public. Someone who had the same question is usually faster than we are.',
    icon: 'people',
    link: links.xCommunity,
    label: 'Join the community',
  },
  {
    title: 'Follow on X',
    description: 'News, outages and stream times, and an open inbox for direct messages.',
    icon: 'follow',
    link: links.xProfile,
    label: 'Follow us',
  },
  {
    title: 'Voice chat server',
    description: 'Walk into a room and talk. The best time is around the streams, after 5PM EST.',
    icon: 'voice',
    link: links.chatInvite,
    label: 'Join voice chat',
  },
];
