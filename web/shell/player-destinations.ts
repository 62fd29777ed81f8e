import { paths } from '../../content/paths.ts';
import type { NavigationLink } from './navigation.ts';
import * as messages from './shell.messages.ts';

/** Header links of signed-in users; on phones, they're in the bottom bar. */
export const playerLinks: readonly NavigationLink[] = [
  { label: messages.play, href: paths.matches, icon: 'play' },
  { label: messages.squads, href: paths.squads, icon: 'planet' },
  { label: messages.find, href: paths.find, icon: 'search' },
  { label: messages.lfg, href: paths.lfg, icon: 'users' },
  { label: messages.inbox, href: paths.inbox, icon: 'inbox' },
];
