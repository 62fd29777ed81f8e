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

/** The second navigation, under /protocol. */
export const protocolLinks: readonly { label: string; href: string; icon: IconName }[] = [
  { label: 'Find', href: paths.find, icon: 'search' },
  { label: 'Matches', href: paths.matches, icon: 'court' },
  { label: 'LFG', href: paths.lfg, icon: 'users' },
  { label: 'Deals', href: paths.deals, icon: 'bolt' },
  { label: 'FAQ', href: paths.protocolFaq, icon: 'help' },
];

const single: readonly string[] = [paths.auth, paths.callback, paths.onboarding, paths.respond];

/** Pages with one task (signing in, the six steps) do without the second navigation. */
export const hasProtocolNav = (pathname: string) =>
  (pathname === paths.protocol || pathname.startsWith(`${paths.protocol}/`)) &&
  !single.includes(pathname.replace(/\/$/, ''));

/** An item that is only a hash names a section of home: from elsewhere one goes home first, then scrolls. */
export const hrefToPath = (href: string) => (href.startsWith('#') ? `/${href}` : href);
