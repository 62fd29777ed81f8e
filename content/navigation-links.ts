import type { Translator } from '../messages/translator.ts';
import * as messages from './content.messages.ts';
import { links } from './links.ts';
import { paths } from './paths.ts';
import type { Navigation } from './schema/page-schema.ts';

/** Returns the links of the header, the menu and the footer. */
export function getNavigation(t: Translator): Navigation {
  const more = [
    { label: t(messages.navCommunity), href: paths.community },
    { label: t(messages.navAbout), href: paths.about },
    { label: t(messages.navTeam), href: paths.team },
    { label: t(messages.navPartners), href: paths.partners },
    { label: t(messages.navPressKit), href: paths.pressKit },
    { label: t(messages.navChangelog), href: paths.changelog },
    { label: t(messages.navLegal), href: paths.legal },
  ];
  const protocol = { label: t(messages.navProtocol), href: paths.protocol };
  const whitepaper = { label: t(messages.navWhitepaper), href: paths.whitepaper };
  const followOnX = { label: t(messages.navFollowOnX), href: links.xProfile };
  return {
    header: [
      { label: t(messages.navHome), href: paths.home },
      protocol,
      { label: t(messages.navDeals), href: paths.deals },
      { label: t(messages.navPlans), href: paths.plans },
      { label: t(messages.navCoaches), href: paths.coaches },
      { label: t(messages.navTournament), href: paths.tournament },
      whitepaper,
      { label: t(messages.navHelp), href: paths.help },
    ],
    join: { label: t(messages.navJoin), href: paths.auth },
    signIn: t(messages.navSignIn),
    menu: {
      quickTitle: t(messages.navQuickActions),
      quick: [followOnX, { label: t(messages.navJoinChat), href: links.chatInvite }],
      moreTitle: t(messages.navMore),
      more,
    },
    footer: {
      quickTitle: t(messages.footerQuickLinks),
      quick: [whitepaper, protocol, ...more],
      social: [
        followOnX,
        { label: t(messages.footerCommunityOnX), href: links.xCommunity },
        { label: t(messages.footerVoiceChat), href: links.chatInvite },
      ],
      help: { label: t(messages.footerHelp), href: paths.help },
    },
  };
}
