import type { Translator } from '../../messages/translator.ts';
import { links } from '../links.ts';
import { paths } from '../paths.ts';
import { formatPrice, founders } from '../prices.ts';
import { refundTerms } from '../refund-terms.ts';
import type { LinkCard } from '../schema/page-schema.ts';
import { tiers } from '../tournament/tiers.ts';
import { TOURNAMENT_NAME } from '../tournament/tournament-texts.ts';
import { warriors } from '../tournament/warriors.ts';
import * as messages from './content-home.messages.ts';

/** Anchors of the home page, in section order. */
export const homeSections = ['hero', 'protocol', 'streams', 'deals', 'community', 'story', 'team', 'partners', 'join'];

export type HomeTexts = ReturnType<typeof getHomeTexts>;

/** Returns the texts of the home page's sections, except those that other pages also show. */
export const getHomeTexts = (t: Translator) => ({
  hero: {
    title: t(messages.heroTitle),
    line: t(messages.heroLine),
    primary: { label: t(messages.heroJoin), href: paths.auth },
    secondary: { label: t(messages.heroProtocol), href: paths.protocol },
    hint: t(messages.heroHint),
  },
  protocolPanel: {
    title: t(messages.protocolTitle),
    line: t(messages.protocolLine),
    points: [t(messages.protocolPointPositions), t(messages.protocolPointHours), t(messages.protocolPointScore)],
    learnMore: { label: t(messages.protocolLearnMore), href: paths.protocol },
    seeDeals: { label: t(messages.protocolSeeDeals), href: paths.deals },
  },
  streams: {
    title: t(messages.streamsTitle),
    line: t(messages.streamsLine),
    watch: t(messages.streamsWatch),
    all: { label: t(messages.streamsAll), href: paths.commandCenter },
  },
  dealsStrip: getDealsStrip(t),
  communitySection: getCommunitySection(t),
  communityBanner: {
    title: t(messages.bannerTitle),
    line: t(messages.bannerLine),
    actions: [
      { label: t(messages.bannerChat), href: links.chatInvite },
      { label: t(messages.bannerX), href: links.xCommunity },
    ],
  },
});

const getDealsStrip = (t: Translator) => ({
  title: t(messages.dealsTitle),
  items: [
    {
      id: 'founders',
      name: 'Founders',
      price: formatPrice(t, 'PRICE_FOUNDERS_6MO'),
      line: t(messages.dealFoundersLine, { months: founders.months }),
      href: `${paths.deals}#pcz-deal-founders`,
    },
    {
      id: 'assembly',
      name: 'Team Assembly',
      price: formatPrice(t, 'PRICE_TEAM_ASSEMBLY'),
      line: t(messages.dealAssemblyLine, {
        players: refundTerms.assemblySquadSize,
        hours: refundTerms.assemblyFillHours,
      }),
      href: `${paths.deals}#pcz-deal-assembly`,
    },
    {
      id: '7game',
      name: t(messages.dealHiresName, { games: refundTerms.hireGames }),
      price: t(messages.dealHiresPrice, { price: formatPrice(t, 'PRICE_7G_ROLE') }),
      line: t(messages.dealHiresLine),
      href: `${paths.deals}#pcz-deal-7game`,
    },
  ],
});

const getCommunitySection = (t: Translator) => ({
  title: t(messages.communityTitle),
  line: t(messages.communityLine),
  cards: [
    {
      id: 'live-features',
      title: t(messages.liveFeaturesTitle),
      text: t(messages.liveFeaturesText),
      action: { label: t(messages.liveFeaturesAction), href: paths.protocol },
    },
    {
      id: 'metaverse-vision',
      title: t(messages.metaverseTitle),
      text: t(messages.metaverseText),
      action: { label: t(messages.metaverseAction), href: `${paths.whitepaper}#roadmap` },
    },
    {
      id: 'tournament-of-power',
      title: TOURNAMENT_NAME,
      text: t(messages.tournamentText, { tools: warriors.length, tiers: tiers.length }),
      action: { label: t(messages.tournamentAction), href: paths.tournament },
    },
  ] satisfies LinkCard[],
  follow: { label: t(messages.followOnX), href: links.xProfile },
});

/** Planned endpoints and tables, for the home page's hidden block. */
export const plannedWork = {
  routes: ['POST /api/team-build/request', 'POST /api/stripe/webhook', 'POST /api/alerts/availability'],
  tables: [
    'team_builds (buyer_id, description, desired_roles, status, total_price, deadline)',
    'team_build_players (team_build_id, player_id, role, fee, accepted)',
    'bookings (buyer_id, player_id, type, price_usd, contracted_games, completed_games, status, stripe_payment_id)',
    'alerts (user_id, availability_opt_in, phone_opt_in, last_notified_at)',
  ],
};
