import { paths } from './paths.ts';

/** How the product describes itself. */
export const site = {
  name: 'Planet Crew',
  tagline: 'One crew. Every court. Every stream.',
  description:
    'A family portal for streamers, gamers and digital creators, with the Protocol: find your five and play.',
  protocolName: 'The Protocol',
  logo: { src: '/brand/logo.svg', fallbackEmoji: '🪐' },
  copyrightHolder: 'Planet Crew',
  beta: {
    banner: 'Planet Crew is in beta testing.',
    bannerMore: "Tell us what breaks and what's missing.",
    linkLabel: 'Give feedback',
    dismiss: 'Dismiss the beta notice',
    footer: 'Some features are in beta and may change.',
    deals: 'Deals are in beta. You pay the prices and get the terms shown on this page.',
    account: 'Accounts are in beta. If something looks wrong, tell us on Help & Support.',
  },
  notFound: {
    code: '404',
    title: 'Cosmic Route Not Found',
    text: 'The page you are looking for does not exist.',
    back: { label: 'Return to Home', href: paths.home },
  },
  offline: {
    title: 'No signal out here',
    text: "You're offline, and we only show live information. Nothing you did before is lost.",
    again: 'Try again',
    hint: "This page will continue automatically once you're back online.",
  },
  independence:
    "Planet Crew is a community project. It isn't made, endorsed or sponsored by the makers of any game, console or tool named on this site.",
} as const;
