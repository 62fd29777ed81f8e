import type { LegalTab } from '../schema/page-schema.ts';

export const privacy: LegalTab = {
  id: 'privacy',
  title: 'Privacy Policy',
  updated: '2026-11-28',
  intro: 'What we keep, why, who sees it, and how you take it with you or make it go away.',
  sections: [
    {
      id: 'privacy-what',
      title: 'What we keep',
      paragraphs: ['Only what the product needs.'],
      points: [
        '**Account**: email address, sign-in identities such as Twitch, sessions and security events.',
        '**Profile**: what you type in onboarding, for example position, build, hours, zone, bio and handles.',
        '**Activity**: matches, answers, listings, applications, whom you follow or block, reports, appeals, votes, reviews of bookings, pictures and evidence you send, and messages we sent you; your squads, their sessions and what you write in threads; when you waited in the live queue and how ready checks ended; your last twenty questions to the AI Build Assistant with its answers, and builds you saved.',
        '**Devices**: the address that your browser gives out for push, if you allow it, until you switch it off or the browser ends it.',
        '**Phone**: the number you leave for alerts or a call of the concierge, and notes of that call.',
        '**Money**: orders, ledger lines and receipts. Card and bank details stay with the payment processor.',
        '**Wallet**: the public address, if you connect one, and its balance as last read. Both are removed when you disconnect it.',
      ],
    },
    {
      id: 'privacy-public',
      title: 'What is public',
      paragraphs: [
        'Only a published profile, and only its public fields. Your phone number and email address are never public. Your streaming link is shown unless you switch it off; Discord, PSN, Xbox and X handles are hidden unless you switch them on. Members of a squad that all accepted see the handles of each other.',
        'Every save in onboarding takes the profile out of the directory until you publish it again.',
      ],
    },
    {
      id: 'privacy-why',
      title: 'Why we use it',
      paragraphs: [
        'To match you, to show your profile, to carry out what you bought, to send you the messages you asked for, and to keep the place safe. We do not sell data, show advertising or build profiles for others.',
      ],
    },
    {
      id: 'privacy-messages',
      title: 'Messages',
      paragraphs: [
        'Messages are on when your profile is made, and one switch in it ends all but security mail. You choose by kind and channel, every other mail has a one-click unsubscribe, and quiet hours, which hold for all but mail, follow the zone of your profile.',
      ],
    },
    {
      id: 'privacy-storage',
      title: 'Cookies and storage in your browser',
      paragraphs: [
        'We use your browser’s storage for your session, for drafts, for your name and face in the header, for choices such as the clock, sounds and push, and to remember what you have closed; and we keep one page there for when there is no network. There is no tracking and no script of anybody else on our pages. A stream is loaded from Twitch only after you press its button.',
      ],
    },
    {
      id: 'privacy-others',
      title: 'Who else handles it',
      paragraphs: ['Services that do one job for us, and get only what that job needs.'],
      points: [
        'The payment processor: payments, payouts and identity checks of sellers.',
        'A language model, where the operator has connected one: what you write to the AI Build Assistant, without your name or address.',
        'A node of the Solana network, if you connect a wallet: the address of the wallet.',
        'The mail and SMS providers: delivery of messages to you.',
        'The push service of the maker of your browser: messages to your device, encrypted so that it cannot read them.',
        'Twitch and Discord: sign-in, stream state and direct messages, if you connect them.',
        'The hosting and storage providers that run our servers and keep our backups.',
      ],
    },
    {
      id: 'privacy-how-long',
      title: 'How long',
      paragraphs: [
        'As long as your account exists; messages that we sent you for a year, and what became of each attempt to send them for 90 days. When you delete it, it is closed at once, can be restored for 14 days and is then erased. Money records stay, without your name on them. Backups are overwritten in turn.',
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
        'Planet Crew is not for children under 13. If you believe that a child has an account, tell us and we delete it.',
      ],
    },
  ],
};
