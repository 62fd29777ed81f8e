import { founders } from '../prices.ts';
import { refundTerms } from '../refund-terms.ts';
import type { FaqItem } from '../schema/base-schema.ts';

/** The ten questions of /faq. */
export const generalFaq: FaqItem[] = [
  {
    id: 'what-is-it',
    question: 'What is Planet Crew, in one breath?',
    answer:
      'A portal for people who play, stream and create: [a squad finder](/protocol), coaches, deals with held funds, daily streams and [a tournament of AI tools](/tournament-of-power).',
  },
  {
    id: 'cost',
    question: 'What does it cost?',
    answer:
      'Free costs $0 forever and includes the whole squad finder. Pro is $9.99 per month and Premium $24.99 per month. [Compare the plans](/plans).',
  },
  {
    id: 'money-back',
    question: 'Can I get my money back?',
    answer: `Paid plans come with a ${refundTerms.planMoneyBackDays}-day money-back guarantee. Hires, coaching and team assembly have their own terms in the [Refund Policy](/legal#refunds).`,
  },
  {
    id: 'change-plan',
    question: 'How do I change or cancel my plan?',
    answer:
      'Open [your account](/account) and choose Manage Subscription. Upgrades are immediate. Downgrades and cancellations take effect at the end of the billing period.',
  },
  {
    id: 'founders',
    question: 'What do Founders get?',
    answer: `Founders Premium costs $99 once for ${founders.months} months and is limited to ${founders.seats} seats. The first ${founders.priorityMatchingSeats} Founders get priority matching. Every seat includes one 7-Game Hire Credit up to $100.`,
  },
  {
    id: 'streams',
    question: 'When are the streams?',
    answer:
      'After 5PM EST every day. The [Command Center](/command-center) counts down in your own time zone and has a reminder for your calendar.',
  },
  {
    id: 'phone',
    question: 'Can I talk to someone on the phone?',
    answer:
      'Yes, with Premium. The [phone concierge](/protocol/phone-concierge) is available Monday-Friday 2pm-10pm EST. Everyone else can reach us through [Help & Support](/help-support).',
  },
  {
    id: 'payouts',
    question: 'How do I get paid for hires or coaching?',
    answer:
      'First, you verify your identity with our payment-connect provider. When the games or the session are done, we release your share to the account you set up there. We never see your bank details.',
  },
  {
    id: 'token',
    question: 'Do I need the token?',
    answer:
      'No. Everything you need to find a squad is free. The token is a community meme coin on a public blockchain. It unlocks some extras for holders and may lose all its value. The [whitepaper](/whitepaper#risks) is frank about that.',
  },
  {
    id: 'privacy',
    question: 'Who sees my phone number and email?',
    answer:
      'You, our admins and the part of our system that sends your messages. Neither ever appears on your public profile. The [Privacy Policy](/legal#privacy) lists everything we keep and how to export or delete it.',
  },
];
