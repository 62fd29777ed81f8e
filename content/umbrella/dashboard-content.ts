import { paths } from '../paths.ts';

/**
 * Texts of /dashboard, a player's home. A new account shows the Free plan and three zeros, because those are its real
 * values.
 */
export const dashboard = {
  welcome: 'Welcome, {name}',
  fallbackName: 'Player',
  upgrade: {
    title: 'Upgrade your plan',
    text: 'The AI Build Assistant and your own progress tracker come with Pro.',
    action: { label: 'View Plans', href: paths.plans },
  },
  tiles: [
    { label: 'Tools', line: 'Build advice and progress', href: paths.tools },
    { label: 'Coaches', line: 'Watch live, then book', href: paths.coaches },
    { label: 'Account', line: 'Profile and subscription', href: paths.account },
  ],
  activity: {
    title: 'Recent Activity',
    empty: 'Nothing here yet. Publish your profile and the first match will show up.',
    emptyPublished: 'Nothing here yet. The matcher looks for you: the first match will show up here.',
  },
  waiting: {
    title: 'What waits for you',
    empty: 'Nothing waits for you right now.',
    emptyHint: 'Proposals, sessions, messages and everything else that needs your word stands here first.',
  },
  unmatched: 'Nobody can be matched with you yet',
  firstSteps: {
    title: 'Three steps, and the matcher looks for your five',
    steps: {
      position: { label: 'Your position', step: 2 },
      hours: { label: 'My coaching hours', step: 4 },
      handle: { label: 'A handle to reach you', step: 5 },
    },
    ready: 'All three are there: publish your profile to be found.',
    publish: { label: 'Look at it and publish', step: 6 },
  },
  tonight: {
    title: 'Tonight',
    empty: 'No session in the next hours.',
    play: 'Play now',
    queue: 'Open the queue',
  },
  squads: {
    title: 'Your squads',
    empty: 'You are in no squad yet. One begins by itself as soon as everybody has accepted a match.',
    action: 'All squads',
  },
  listings: {
    title: 'Your listings',
    empty: 'Nothing is up. A listing finds players for the seats that you have free.',
    action: 'Find a group',
  },
  money: {
    title: 'Bookings and money',
    empty: 'No order is under way.',
    action: 'Your money',
  },
  tools: {
    title: 'Tools',
    links: [
      { label: 'Build assistant and progress', href: paths.tools },
      { label: 'Crew DNA', href: paths.crewDna },
    ],
  },
  coaching: { title: 'Coach’s hours', action: 'My coaching hours' },
  stats: { title: 'Quick Stats', squads: 'Squads Joined', matches: 'Matches Played', profile: 'Profile Complete' },
} as const;
