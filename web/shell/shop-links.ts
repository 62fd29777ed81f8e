import * as contentMessages from '../../content/content.messages.ts';
import { paths } from '../../content/paths.ts';
import type { NavigationLink } from './navigation.ts';
import * as messages from './shell.messages.ts';

/** The tabs of the shop, where everything is bought and paid. The money tab is for signed-in users only. */
export const shopLinks: readonly (Pick<NavigationLink, 'label' | 'href'> & { membersOnly?: true })[] = [
  { label: messages.deals, href: paths.deals },
  { label: contentMessages.navPlans, href: paths.plans },
  { label: messages.hire, href: paths.hire },
  { label: contentMessages.navCoaches, href: paths.coaches },
  { label: messages.money, href: paths.money, membersOnly: true },
];

/** Returns whether a path is at or below an address. */
export const isWithin = (pathname: string, href: string) => pathname === href || pathname.startsWith(`${href}/`);

/** Returns whether a page belongs to the shop. */
export const isInShop = (pathname: string) => shopLinks.some(({ href }) => isWithin(pathname, href));
