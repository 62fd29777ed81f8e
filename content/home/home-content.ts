import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { Action } from '../schema/base-schema.ts';
import type { LinkCard } from '../schema/page-schema.ts';

/** Anchors of the home page, in section order. */
export const homeSections = ['hero', 'protocol', 'streams', 'deals', 'community', 'story', 'team', 'partners', 'join'];

export const hero = {
  title: 'One planet. Your crew.',
  line: 'The family portal for streamers, gamers and creators: a creator-first platform with AI-powered tools.',
  primary: { label: 'Join the Portal', href: paths.auth },
  secondary: { label: 'See the Protocol', href: paths.protocol },
  hint: 'Connect with Twitch or your email.',
  picture: 'A ringed planet drawn like a basketball, with five players in orbit around it.',
} satisfies { primary: Action; secondary: Action } & Record<string, unknown>;

export const protocolPanel = {
  title: 'The Protocol',
  line: "Say how you play and when you're free. Get a squad of five or a partner, with the reasons why.",
  points: ['Five positions, five people', 'Hours you really share', 'One score, explained line by line'],
  learnMore: { label: 'Learn More', href: paths.protocol },
  seeDeals: { label: 'See Deals', href: paths.deals },
};

export const streams = {
  title: 'Watch Our Streamers Live',
  line: 'Streams are live after 5PM EST daily.',
  watch: 'Watch on Twitch',
  all: { label: 'Open the Command Center', href: paths.commandCenter },
};

export const dealsStrip = {
  title: 'Deals',
  items: [
    {
      id: 'founders',
      name: 'Founders',
      price: '$99',
      line: 'Premium for 6 months',
      href: `${paths.deals}#pcz-deal-founders`,
    },
    {
      id: 'assembly',
      name: 'Team Assembly',
      price: '$199',
      line: '5 players in 48 h',
      href: `${paths.deals}#pcz-deal-assembly`,
    },
    {
      id: '7game',
      name: '7-Game Deals',
      price: 'from $75',
      line: 'Role, Lock/PG or Elite',
      href: `${paths.deals}#pcz-deal-7game`,
    },
  ],
};

export const communitySection: { title: string; line: string; cards: LinkCard[]; follow: Action } = {
  title: 'More than a lobby',
  line: 'Games end. A crew stays.',
  cards: [
    {
      id: 'live-features',
      title: 'Live Features',
      text: 'Squad matching, LFG listings, held-fund deals and coaching are open in beta today.',
      action: { label: 'Explore the Protocol', href: paths.protocol },
    },
    {
      id: 'metaverse-vision',
      title: 'Metaverse Vision',
      text: "One day we want courts you can walk onto together. It's future work, and the roadmap says so.",
      action: { label: 'Read the roadmap', href: `${paths.whitepaper}#roadmap` },
    },
    {
      id: 'tournament-of-power',
      title: 'Tournament of Power',
      text: '50 AI tools in 11 tiers. Search them, pit two against each other and see what the community thinks.',
      action: { label: 'Enter the tournament', href: paths.tournament },
    },
  ],
  follow: { label: 'Follow on X', href: links.xProfile },
};

export const communityBanner = {
  title: 'Join the community',
  line: 'Voice chat, streams and people who show up. Bring a headset.',
  actions: [
    { label: 'Join the chat server', href: links.chatInvite },
    { label: 'Join the community on X', href: links.xCommunity },
  ],
};

/** Texts of the home page's hidden block: planned endpoints and tables. */
export const plannedWork = {
  routes: ['POST /api/team-build/request', 'POST /api/stripe/webhook', 'POST /api/alerts/availability'],
  tables: [
    'team_builds (buyer_id, description, desired_roles, status, total_price, deadline)',
    'team_build_players (team_build_id, player_id, role, fee, accepted)',
    'bookings (buyer_id, player_id, type, price_usd, contracted_games, completed_games, status, stripe_payment_id)',
    'alerts (user_id, availability_opt_in, phone_opt_in, last_notified_at)',
  ],
};
