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
export type Account =
  | { name: string; avatarUrl?: string; to?: string; isAdmin?: boolean; unread?: number }
  | null
  | undefined;

/** The second navigation, under /protocol. */
export const protocolLinks: readonly { label: string; href: string; icon: IconName }[] = [
  { label: 'Find', href: '/protocol/find', icon: 'search' },
  { label: 'Matches', href: '/protocol/matches', icon: 'court' },
  { label: 'LFG', href: '/protocol/lfg', icon: 'users' },
  { label: 'Deals', href: '/protocol/deals', icon: 'bolt' },
  { label: 'FAQ', href: '/protocol/faq', icon: 'help' },
];

const single = ['/protocol/auth', '/protocol/callback', '/protocol/onboarding', '/protocol/respond'];

/** Pages with one task (signing in, the six steps) do without the second navigation. */
export const hasProtocolNav = (pathname: string) =>
  (pathname === '/protocol' || pathname.startsWith('/protocol/')) && !single.includes(pathname.replace(/\/$/, ''));

/** An item that is only a hash names a section of home: from elsewhere one goes home first, then scrolls. */
export const hrefToPath = (href: string) => (href.startsWith('#') ? `/${href}` : href);
