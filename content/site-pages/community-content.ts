import type { Translator } from '../../messages/translator.ts';
import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { LinkCard } from '../schema/page-schema.ts';
import * as messages from './content-site-pages.messages.ts';

type CommunityPage = {
  title: string;
  intro: string;
  cards: LinkCard[];
  rules: { title: string; points: string[] };
  featured: { title: string; soon: string; text: string };
};

export const getCommunityPage = (t: Translator): CommunityPage => ({
  title: t(messages.communityTitle),
  intro: t(messages.communityIntro),
  cards: [
    {
      id: 'chat',
      title: t(messages.communityChatTitle),
      text: t(messages.communityChatText),
      action: { label: t(messages.communityChatAction), href: links.chatInvite },
    },
    {
      id: 'x',
      title: t(messages.communityXTitle),
      text: t(messages.communityXText),
      action: { label: t(messages.communityXAction), href: links.xProfile },
    },
    {
      id: 'live',
      title: t(messages.communityLiveTitle),
      text: t(messages.communityLiveText),
      action: { label: t(messages.communityLiveAction), href: paths.commandCenter },
    },
  ],
  rules: {
    title: t(messages.communityRulesTitle),
    points: [
      t(messages.communityRulePunctual),
      t(messages.communityRuleTeach),
      t(messages.communityRuleRespect),
      t(messages.communityRuleFinish),
    ],
  },
  featured: {
    title: t(messages.communityFeaturedTitle),
    soon: t(messages.communityFeaturedSoon),
    text: t(messages.communityFeaturedText),
  },
});
