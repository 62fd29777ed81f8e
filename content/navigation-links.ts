import { links } from './links.ts';
import { paths } from './paths.ts';
import type { Navigation } from './schema/page-schema.ts';

const more = [
  { label: 'Community', href: paths.community },
  { label: 'About', href: paths.about },
  { label: 'Team', href: paths.team },
  { label: 'Partners', href: paths.partners },
  { label: 'Press Kit', href: paths.pressKit },
  { label: 'Changelog', href: paths.changelog },
  { label: 'Legal', href: paths.legal },
];

export const navigation: Navigation = {
  header: [
    { label: 'Home', href: paths.home },
    { label: 'Protocol', href: paths.protocol },
    { label: 'Deals', href: paths.deals },
    { label: 'Plans', href: paths.plans },
    { label: 'Coaches', href: paths.coaches },
    { label: 'Tournament', href: paths.tournament },
    { label: 'Whitepaper', href: paths.whitepaper },
    { label: 'Help', href: paths.help },
  ],
  join: { label: 'Join the Portal', href: paths.auth },
  menu: {
    quickTitle: 'Quick Actions',
    quick: [
      { label: 'Follow on X', href: links.xProfile },
      { label: 'Join the chat server', href: links.chatInvite },
    ],
    moreTitle: 'More',
    more,
  },
  footer: {
    quickTitle: 'Quick Links',
    quick: [{ label: 'Whitepaper', href: paths.whitepaper }, { label: 'Protocol', href: paths.protocol }, ...more],
    social: [
      { label: 'Follow on X', href: links.xProfile },
      { label: 'Join the community on X', href: links.xCommunity },
      { label: 'Voice chat server', href: links.chatInvite },
    ],
    help: { label: 'Help & Support', href: paths.help },
  },
};
