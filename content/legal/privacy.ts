import type { LegalTab } from '../schema/page-schema.ts';

export const privacy: LegalTab = {
  id: 'privacy',
  title: 'Privacy Policy',
  updated: '2026-11-28',
  intro: 'What we keep, why, who sees it, and how to export or delete it.',
  sections: [
    {
      id: 'privacy-what',
      title: 'What we keep',
      paragraphs: ['Only what the product needs.'],
      points: [
        '**Account**: your email address, sign-in identities such as Twitch, sessions and security events.',
        '**Profile**: what you enter in onboarding, for example position, build, hours, time zone, bio and handles.',
        '**Activity**: matches, answers, listings, applications, who you follow or block, reports, appeals, votes, reviews of bookings, pictures and evidence you send, and messages we sent you; your squads, their sessions and what you write in chats; when you waited in the live queue and how ready checks ended; your last twenty questions to the AI Build Assistant with its answers, and builds you saved.',
        '**Devices**: the address your browser gives us for push notifications, if you allow them, until you turn them off or the browser ends it.',
        '**Phone**: the number you leave for alerts or a concierge call, and notes from that call.',
        '**Money**: orders, ledger lines and receipts. Card and bank details stay with the payment provider.',
        '**Wallet**: the public address, if you connect one, and the last balance we read. We remove both when you disconnect it.',
      ],
    },
    {
      id: 'privacy-public',
      title: 'What’s public',
      paragraphs: [
        'Only published profiles, and only their public fields. Your phone number and email address are never public. Your streaming link shows unless you turn it off. Discord, PSN, Xbox and X handles are hidden unless you turn them on. Members of a squad that all accepted see each other’s handles.',
        'Every time you save in onboarding, your profile leaves the directory until you publish it again.',
      ],
    },
    {
      id: 'privacy-why',
      title: 'Why we use it',
      paragraphs: [
        'To match you, show your profile, deliver what you bought, send you the messages you asked for and keep the community safe. We don’t sell data, show advertising or build profiles for others.',
      ],
    },
    {
      id: 'privacy-messages',
      title: 'Messages',
      paragraphs: [
        'Messages are on when you create your profile. One switch there turns off everything except security emails. You choose which kinds you get and on which channel. Every other email has a one-click unsubscribe. Quiet hours apply to everything except email and follow your profile’s time zone.',
      ],
    },
    {
      id: 'privacy-storage',
      title: 'Cookies and storage in your browser',
      paragraphs: [
        'We use your browser’s storage for your session, your drafts, and your name and face in the header. It also holds choices such as the clock, sounds and push, and what you’ve closed. We keep one page there for when you’re offline. There’s no tracking and no third-party script on our pages. A stream loads from Twitch only after you press its button.',
      ],
    },
    {
      id: 'privacy-others',
      title: 'Who else handles it',
      paragraphs: ['Services that do one job for us and get only what that job needs.'],
      points: [
        'Our payment provider: payments, payouts and identity checks of sellers.',
        'A language model, where the operator has connected one: what you write to the AI Build Assistant, without your name or address.',
        'A Solana network node, if you connect a wallet: the wallet’s address.',
        'Our email and SMS providers: delivering messages to you.',
        'Your browser maker’s push service: messages to your device, encrypted so the service can’t read them.',
        'Twitch and Discord: sign-in, stream status and direct messages, if you connect them.',
        'Our hosting and storage providers: they run our servers and keep our backups.',
      ],
    },
    {
      id: 'privacy-how-long',
      title: 'How long we keep it',
      paragraphs: [
        'We keep your data as long as your account exists. We keep messages we sent you for a year, and the result of each delivery attempt for 90 days. When you delete your account, it closes at once. You can restore it for 14 days; then we erase it. Money records stay, without your name on them. Backups are overwritten in rotation.',
      ],
    },
    {
      id: 'privacy-rights',
      title: 'Your rights',
      paragraphs: [
        'You can read, correct, export and delete your data yourself in [your account](/account). You may object to a use, ask a question or complain to your data protection authority. Write to us through [Help & Support](/help-support).',
      ],
    },
    {
      id: 'privacy-children',
      title: 'Young players',
      paragraphs: [
        'Planet Crew isn’t for children under 13. If you believe a child has an account, tell us and we’ll delete it.',
      ],
    },
  ],
};
