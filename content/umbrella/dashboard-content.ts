import { paths } from '../paths.ts';

/** Texts of /dashboard, a player's home page. A new account has the Free plan and three zeros. */
export const dashboard = {
  welcome: 'Welcome, {name}',
  fallbackName: 'Player',
  upgrade: {
    title: 'Upgrade your plan',
    text: 'Pro includes the AI Build Assistant and your own progress tracker.',
    action: { label: 'View Plans', href: paths.plans },
  },
  tiles: [
    { label: 'Tools', line: 'Build advice and progress', href: paths.tools },
    { label: 'Coaches', line: 'Watch live, then book', href: paths.coaches },
    { label: 'Account', line: 'Profile and subscription', href: paths.account },
  ],
  activity: {
    title: 'Recent Activity',
    empty: 'Nothing here yet. Publish your profile, and your first match will show up here.',
    emptyPublished: 'Nothing here yet. We’re looking for teammates; your first match will show up here.',
  },
  waiting: {
    title: 'Waiting on you',
    empty: 'Nothing’s waiting on you right now.',
    emptyHint: 'Matches, sessions, messages and anything else that needs your answer show up here first.',
  },
  unmatched: 'We can’t match you yet',
  firstSteps: {
    title: 'Three steps until we can match you',
    steps: {
      position: { label: 'Your position', step: 2 },
      hours: { label: 'Your availability', step: 4 },
      handle: { label: 'A handle to reach you', step: 5 },
    },
    ready: 'All three are done. Publish your profile to be found.',
    publish: { label: 'Review and publish', step: 6 },
  },
  tonight: {
    title: 'Tonight',
    empty: 'No sessions coming up soon.',
    play: 'Play now',
    queue: 'Open the queue',
  },
  squads: {
    title: 'Your squads',
    empty: 'You’re not in a squad yet. One starts automatically once everyone accepts a match.',
    action: 'All squads',
  },
  listings: {
    title: 'Your listings',
    empty: 'No listings up. Post one to find players for your open spots.',
    action: 'Find a group',
  },
  money: {
    title: 'Bookings and money',
    empty: 'No open orders.',
    action: 'Your money',
  },
  tools: {
    title: 'Tools',
    links: [
      { label: 'Build assistant and progress', href: paths.tools },
      { label: 'Crew DNA', href: paths.crewDna },
    ],
  },
  coaching: { title: 'Coaching hours', action: 'My coaching hours' },
  stats: { title: 'Quick Stats', squads: 'Squads Joined', matches: 'Matches Played', profile: 'Profile Complete' },
} as const;
