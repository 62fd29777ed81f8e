import { paths } from './paths.ts';
import type { ContentRoute } from './route-table.ts';
import type { Seo } from './schema/base-schema.ts';

/** Title and description of every page with a fixed address. Pages of players and listings make their own. */
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
  [paths.find]: {
    title: 'Find Your Squad',
    description:
      'Browse published players by platform, position, region and mic, and open the profile of anyone you would run with.',
    index: true,
  },
  [paths.protocolFaq]: {
    title: 'Protocol FAQ',
    description:
      'Six answers on matching, profiles, held funds, refunds, payouts and what other players can see about you.',
    index: true,
  },
  [paths.lfg]: {
    title: 'LFG: Looking for Group',
    description:
      'Post the positions you need or answer somebody who needs yours. Filter by platform, region, mode and position.',
    index: true,
  },
  [paths.plans]: {
    title: 'Plans and prices',
    description:
      'Free $0 forever, Pro $9.99 per month, Premium $24.99 per month. 7-day money-back guarantee on paid plans.',
    index: true,
  },
  [paths.coaches]: {
    title: 'Coaches',
    description:
      'Three coaches for handles, defense and the paint. Watch them live, then book a 30-minute Coaching Sprint for $25.',
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
      'What Planet Crew is, how matching and held funds work, what the token does and does not do, roadmap and risks.',
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
      'Meet the crew in voice chat, on X and on stream. Live after 5PM EST every day, and everybody starts as a rookie.',
    index: true,
  },
  [paths.about]: {
    title: 'About Planet Crew',
    description: 'Why we build a home for players and creators who want to run with people instead of with strangers.',
    index: true,
  },
  [paths.team]: {
    title: 'Team',
    description: 'The seats that keep the planet turning: leadership, core team, advisory board and brand ambassadors.',
    index: true,
  },
  [paths.partners]: {
    title: 'Partners and tools we build on',
    description:
      'Ten public products that the crew works with every day, each with its own address and what we use it for.',
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
      'Terms of Service, Privacy Policy and Refund Policy in plain language, with the figures that our code uses.',
    index: true,
  },
  [paths.commandCenter]: {
    title: 'Command Center: live streams',
    description: 'Two streams, one countdown to 5 PM Eastern in your own time, and a reminder for your calendar.',
    index: true,
  },
  [paths.auth]: {
    title: 'Sign in',
    description: 'Continue with Twitch or with your e-mail address, and start finding your five on the Protocol.',
    index: false,
  },
  [paths.callback]: {
    title: 'Signing you in',
    description: 'We are verifying your credentials and syncing your Protocol profile. This takes a moment.',
    index: false,
  },
  [paths.onboarding]: {
    title: 'Build your profile',
    description: 'Six short steps: who you are, how you play, when you are free and how people may reach you.',
    index: false,
  },
  [paths.protocolAccount]: {
    title: 'Protocol account',
    description: 'Your plan, your hire credits, your profile and the way to your billing portal in one place.',
    index: false,
  },
  [paths.matches]: {
    title: 'Your matches',
    description: 'Squads and pairs proposed to you, with the score, the hours you share and the reasons why.',
    index: false,
  },
  [paths.respond]: {
    title: 'Respond to a match',
    description: 'We record your answer to the match in your mail and bring you to your matches afterwards.',
    index: false,
  },
  [paths.admin]: {
    title: 'Admin console',
    description: 'Queue, listings, matches, payments, actions, audit and health of the Protocol, for admins only.',
    index: false,
  },
  [paths.dashboard]: {
    title: 'Dashboard',
    description: 'Your plan, your tiles, your recent activity and your numbers on Planet Crew at a glance.',
    index: false,
  },
  [paths.crewDna]: {
    title: 'Define Your Crew DNA',
    description: 'Position, playstyle, schedule and goals: a few answers that tell the crew how you like to play.',
    index: false,
  },
  [paths.tools]: {
    title: 'Tools',
    description: 'AI Build Assistant, Crew Progress Tracker and the partner-logo generator of Planet Crew.',
    index: false,
  },
  [paths.account]: {
    title: 'Account',
    description: 'Your profile information, your subscription and the way to change either of them.',
    index: false,
  },
} satisfies Record<ContentRoute, Seo>;
