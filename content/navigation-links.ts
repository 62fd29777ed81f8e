import { links } from './links.ts';
import type { Navigation } from './schema/page-schema.ts';

const more = [
  { label: 'Community', href: '/community' },
  { label: 'About', href: '/about' },
  { label: 'Team', href: '/team' },
  { label: 'Partners', href: '/partners' },
  { label: 'Press Kit', href: '/press-kit' },
  { label: 'Changelog', href: '/changelog' },
  { label: 'Legal', href: '/legal' },
];

export const navigation: Navigation = {
  header: [
    { label: 'Home', href: '/' },
    { label: 'Protocol', href: '/protocol' },
    { label: 'Deals', href: '/protocol/deals' },
    { label: 'Plans', href: '/plans' },
    { label: 'Coaches', href: '/coaches' },
    { label: 'Tournament', href: '/tournament-of-power' },
    { label: 'Whitepaper', href: '/whitepaper' },
    { label: 'Help', href: '/help-support' },
  ],
  join: { label: 'Join the Portal', href: '/protocol/auth' },
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
    quick: [{ label: 'Whitepaper', href: '/whitepaper' }, { label: 'Protocol', href: '/protocol' }, ...more],
    social: [
      { label: 'Follow on X', href: links.xProfile },
      { label: 'Join the community on X', href: links.xCommunity },
      { label: 'Voice chat server', href: links.chatInvite },
    ],
    help: { label: 'Help & Support', href: '/help-support' },
  },
};
