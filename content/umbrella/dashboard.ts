import { paths } from '../paths.ts';

/** Words of /dashboard. A new account shows the plan Free and three zeros, because that is the truth for it. */
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
  stats: { title: 'Quick Stats', squads: 'Squads Joined', matches: 'Matches Played', profile: 'Profile Complete' },
} as const;
