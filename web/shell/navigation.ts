import { paths } from '../../content/paths.ts';
import type { IconName } from '../ui/icon.tsx';

export type SocialLinks = {
  /** Our profile to follow. */
  follow: string;
  /** The community around it. */
  community: string;
  /** Invitation to the voice chat server. */
  chat: string;
};

/** Who is signed in: undefined = the browser has not looked yet, null = nobody. */
export type Account = { name: string; avatarUrl?: string; to?: string; isAdmin?: boolean } | null | undefined;

type NavigationLink = { label: string; href: string; icon: IconName };

/** What who is signed in has in the header, and on phones under the thumb. */
export const playerLinks: readonly NavigationLink[] = [
  { label: 'Play', href: paths.matches, icon: 'play' },
  { label: 'Squads', href: paths.squads, icon: 'planet' },
  { label: 'Find', href: paths.find, icon: 'search' },
  { label: 'LFG', href: paths.lfg, icon: 'users' },
  { label: 'Inbox', href: paths.inbox, icon: 'inbox' },
];

/** The second navigation of visitors, under /protocol. */
export const protocolLinks: readonly NavigationLink[] = [
  { label: 'Find', href: paths.find, icon: 'search' },
  { label: 'Matches', href: paths.matches, icon: 'court' },
  { label: 'LFG', href: paths.lfg, icon: 'users' },
  { label: 'Deals', href: paths.deals, icon: 'bolt' },
  { label: 'FAQ', href: paths.protocolFaq, icon: 'help' },
];

const SINGLE_TASK_PATHS: readonly string[] = [paths.auth, paths.callback, paths.onboarding, paths.respond];

/** Pages with one task (signing in, the six steps) do without a navigation under the thumb. */
export const isSingleTask = (pathname: string) => SINGLE_TASK_PATHS.includes(pathname.replace(/\/$/, ''));

export const hasProtocolNav = (pathname: string) =>
  (pathname === paths.protocol || pathname.startsWith(`${paths.protocol}/`)) && !isSingleTask(pathname);

/** Whether a page is that of an address, or lies below it. */
export const isWithin = (pathname: string, href: string) => pathname === href || pathname.startsWith(`${href}/`);

/** An item that is only a hash names a section of home: from elsewhere one goes home first, then scrolls. */
export const hrefToPath = (href: string) => (href.startsWith('#') ? `/${href}` : href);
