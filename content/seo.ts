import { paths } from './paths.ts';
import type { ContentRoute } from './route-table.ts';
import type { Seo } from './schema/base-schema.ts';
import { accountsSeo } from './seo/accounts-seo.ts';
import { adminSeo } from './seo/admin-seo.ts';
import { bookingsSeo } from './seo/bookings-seo.ts';
import { dealsSeo } from './seo/deals-seo.ts';
import { lfgSeo } from './seo/lfg-seo.ts';
import { matchesSeo } from './seo/matches-seo.ts';
import { profilesSeo } from './seo/profiles-seo.ts';
import { siteSeo } from './seo/site-seo.ts';

/**
 * Titles and descriptions of all pages with a static URL; player and listing pages generate their own. The texts here
 * are for pages whose loader calls `getPageFacts`; the browser loads the others by feature.
 */
export const seo = {
  [paths.home]: {
    title: 'Planet Crew: find your crew, play and stream',
    description:
      'A family portal for streamers, gamers and creators. Find your five, watch live after 5PM EST and compare AI tools.',
    index: true,
  },
  [paths.protocol]: {
    title: 'The Protocol: find your 5',
    description:
      'Find your 5. Build smarter. Rep faster. Squads and pairs matched on position, hours, skill and how you play.',
    index: true,
  },
  [paths.deals]: {
    title: 'Exclusive Deals',
    description:
      'Founders Premium $99, Team Assembly $199 and 7-Game Deals from $75. Funds are held until the games are confirmed.',
    index: true,
  },
  [paths.assemblyRequest]: {
    title: 'Team Assembly Request',
    description: 'Tell us the roles, tier, region and hours you need. Five players in 48 h, or a full refund.',
    index: true,
  },
  [paths.protocolFaq]: {
    title: 'Protocol FAQ',
    description:
      'Six answers on matching, profiles, held funds, refunds, payouts and what other players can see about you.',
    index: true,
  },
  [paths.plans]: {
    title: 'Plans and prices',
    description:
      'Free $0 forever, Pro $9.99 per month, Premium $24.99 per month. 7-day money-back guarantee on paid plans.',
    index: true,
  },
  [paths.faq]: {
    title: 'Frequently asked questions',
    description:
      'Ten short answers about Planet Crew: plans, payments, matching, streams, the token, privacy and getting help.',
    index: true,
  },
  [paths.tournament]: {
    title: 'Tournament of Power: 50 AI tools ranked',
    description:
      '50 AI warriors in 11 power tiers and 16 categories. Search, filter, vote head to head and share the result.',
    index: true,
  },
  [paths.whitepaper]: {
    title: 'Whitepaper 3.0',
    description:
      "What Planet Crew is, how matching and held funds work, what the token does and doesn't do, roadmap and risks.",
    index: true,
  },
  [paths.help]: {
    title: 'Help & Support',
    description:
      'Where to reach the crew: the community on X, our X account and the voice chat server, plus four quick answers.',
    index: true,
  },
  [paths.community]: {
    title: 'Community',
    description:
      'Meet the crew in voice chat, on X and on stream. Live after 5PM EST every day, and everyone starts as a rookie.',
    index: true,
  },
  [paths.about]: {
    title: 'About Planet Crew',
    description: "Why we're building a home for players and creators who'd rather run with people than with strangers.",
    index: true,
  },
  [paths.team]: {
    title: 'Team',
    description: 'The seats that keep the planet turning: leadership, core team, advisory board and brand ambassadors.',
    index: true,
  },
  [paths.partners]: {
    title: 'Partners and tools we build on',
    description: 'Ten public products the crew works with every day, each with its own address and what we use it for.',
    index: true,
  },
  [paths.pressKit]: {
    title: 'Press Kit',
    description:
      'Facts, a text to quote, logos to download and how to use them. Everything you need to write about Planet Crew.',
    index: true,
  },
  [paths.changelog]: {
    title: 'Changelog',
    description: 'What changed on Planet Crew and when, newest first: added, changed and fixed, in plain words.',
    index: true,
  },
  [paths.legal]: {
    title: 'Legal: terms, privacy, refunds',
    description:
      'Terms of Service, Privacy Policy and Refund Policy in plain language, with the figures our code uses.',
    index: true,
  },
  [paths.commandCenter]: {
    title: 'Command Center: live streams',
    description: 'Two streams, one countdown to 5 PM Eastern in your own time zone, and a reminder for your calendar.',
    index: true,
  },
  ...accountsSeo,
  ...profilesSeo,
  ...dealsSeo,
  ...matchesSeo,
  ...bookingsSeo,
  ...lfgSeo,
  ...siteSeo,
  ...adminSeo,
} satisfies Record<ContentRoute, Seo>;
