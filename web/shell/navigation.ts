import { paths } from '../../content/paths.ts';
import type { Message } from '../../messages/message.ts';
import type { IconName } from '../ui/icon.tsx';
import * as messages from './shell.messages.ts';

export type SocialLinks = {
  /** Our social profile. */
  follow: string;
  /** Our community page. */
  community: string;
  /** Invitation to the voice chat server. */
  chat: string;
};

/** The signed-in account; undefined until the browser has checked, null if signed out. */
export type Account = { name: string; avatarUrl?: string; to?: string; isAdmin?: boolean } | null | undefined;

type NavigationLink = { label: Message; href: string; icon: IconName };

/** Header links of signed-in users; on phones, they're in the bottom bar. */
export const playerLinks: readonly NavigationLink[] = [
  { label: messages.play, href: paths.matches, icon: 'play' },
  { label: messages.squads, href: paths.squads, icon: 'planet' },
  { label: messages.find, href: paths.find, icon: 'search' },
  { label: messages.lfg, href: paths.lfg, icon: 'users' },
  { label: messages.inbox, href: paths.inbox, icon: 'inbox' },
];

/** The tabs of the shop, where everything is bought and paid. Money needs an account. */
export const shopLinks: readonly (Pick<NavigationLink, 'label' | 'href'> & { membersOnly?: true })[] = [
  { label: messages.deals, href: paths.deals },
  { label: messages.plans, href: paths.plans },
  { label: messages.hire, href: paths.hire },
  { label: messages.coaches, href: paths.coaches },
  { label: messages.money, href: paths.money, membersOnly: true },
];

/** Visitors' secondary navigation on pages under /protocol. */
export const protocolLinks: readonly NavigationLink[] = [
  { label: messages.find, href: paths.find, icon: 'search' },
  { label: messages.matches, href: paths.matches, icon: 'court' },
  { label: messages.lfg, href: paths.lfg, icon: 'users' },
  { label: messages.deals, href: paths.deals, icon: 'bolt' },
  { label: messages.faq, href: paths.protocolFaq, icon: 'help' },
];

const SINGLE_TASK_PATHS: readonly string[] = [paths.auth, paths.callback, paths.onboarding, paths.respond];

/** Returns whether a page has a single task (sign-in, the six onboarding steps) and so no bottom navigation. */
export const isSingleTask = (pathname: string) => SINGLE_TASK_PATHS.includes(pathname.replace(/\/$/, ''));

export const hasProtocolNav = (pathname: string) =>
  (pathname === paths.protocol || pathname.startsWith(`${paths.protocol}/`)) && !isSingleTask(pathname);

/** Returns whether a path is at or below an address. */
export const isWithin = (pathname: string, href: string) => pathname === href || pathname.startsWith(`${href}/`);

/** Returns whether a page belongs to the shop. */
export const isInShop = (pathname: string) => shopLinks.some(({ href }) => isWithin(pathname, href));

/** Converts a hash-only link, which names a section of the home page, to a path that works on every page. */
export const hrefToPath = (href: string) => (href.startsWith('#') ? `/${href}` : href);
