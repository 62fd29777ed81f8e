import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import * as messages from './content-umbrella.messages.ts';

/** Texts of /dashboard, a player's home page. A new account has the Free plan and three zeros. */
export const getDashboard = (t: Translator) => ({
  welcome: (name: string) => t(messages.dashboardWelcome, { name }),
  fallbackName: t(messages.dashboardFallbackName),
  upgrade: {
    title: t(messages.dashboardUpgradeTitle),
    text: t(messages.dashboardUpgradeText),
    action: { label: t(messages.dashboardUpgradeAction), href: paths.plans },
  },
  tiles: [
    { label: t(messages.dashboardTileTools), line: t(messages.dashboardTileToolsLine), href: paths.tools },
    { label: t(messages.dashboardTileCoaches), line: t(messages.dashboardTileCoachesLine), href: paths.coaches },
    { label: t(messages.dashboardTileAccount), line: t(messages.dashboardTileAccountLine), href: paths.account },
  ],
  activity: {
    title: t(messages.dashboardActivityTitle),
    empty: t(messages.dashboardActivityEmpty),
    emptyPublished: t(messages.dashboardActivityEmptyPublished),
  },
  waiting: {
    title: t(messages.dashboardWaitingTitle),
    empty: t(messages.dashboardWaitingEmpty),
    emptyHint: t(messages.dashboardWaitingHint),
  },
  unmatched: t(messages.dashboardUnmatched),
  firstSteps: {
    title: t(messages.dashboardStepsTitle),
    steps: {
      position: { label: t(messages.dashboardStepPosition), step: 2 },
      hours: { label: t(messages.dashboardStepHours), step: 4 },
      handle: { label: t(messages.dashboardStepHandle), step: 5 },
    },
    ready: t(messages.dashboardStepsReady),
    publish: { label: t(messages.dashboardStepPublish), step: 6 },
  },
  tonight: {
    title: t(messages.dashboardTonightTitle),
    empty: t(messages.dashboardTonightEmpty),
    play: t(messages.dashboardTonightPlay),
    queue: t(messages.dashboardTonightQueue),
  },
  squads: {
    title: t(messages.dashboardSquadsTitle),
    empty: t(messages.dashboardSquadsEmpty),
    action: t(messages.dashboardSquadsAction),
  },
  listings: {
    title: t(messages.dashboardListingsTitle),
    empty: t(messages.dashboardListingsEmpty),
    action: t(messages.dashboardListingsAction),
  },
  money: {
    title: t(messages.dashboardMoneyTitle),
    empty: t(messages.dashboardMoneyEmpty),
    action: t(messages.dashboardMoneyAction),
  },
  tools: {
    title: t(messages.dashboardToolsTitle),
    links: [
      { label: t(messages.dashboardToolsBuild), href: paths.tools },
      { label: t(messages.dashboardToolsCrewDna), href: paths.crewDna },
    ],
  },
  coaching: { title: t(messages.dashboardCoachingTitle), action: t(messages.dashboardCoachingAction) },
  stats: {
    title: t(messages.dashboardStatsTitle),
    squads: t(messages.dashboardStatsSquads),
    matches: t(messages.dashboardStatsMatches),
    profile: t(messages.dashboardStatsProfile),
  },
});
