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
    bannerMore: 'Tell us what breaks and what you miss.',
    linkLabel: 'Give feedback',
    dismiss: 'Dismiss the beta notice',
    footer: 'Some features are in beta and may change.',
    deals: 'Deals are in beta. Prices and terms on this page are what you pay and what you get.',
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
    text: 'Your device has no network right now, and what we show is always fresh from it. Nothing you did before is lost.',
    again: 'Try again',
    hint: 'This page goes on by itself once the network is back.',
  },
  independence:
    'Planet Crew is a community project. It is not made, endorsed or sponsored by the makers of any game, console or tool named on this site.',
} as const;
