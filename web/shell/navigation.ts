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

export type NavigationLink = { label: Message; href: string; icon: IconName };

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

/** Converts a hash-only link, which names a section of the home page, to a path that works on every page. */
export const hrefToPath = (href: string) => (href.startsWith('#') ? `/${href}` : href);
