import { refundTerms } from '../refund-terms.ts';
import type { FaqItem } from '../schema/base-schema.ts';

/** The six questions of /protocol/faq. */
export const protocolFaq: FaqItem[] = [
  {
    id: 'how-matching-works',
    question: 'How does the Protocol find my squad?',
    answer:
      'Every two hours, it takes every published profile looking for a squad or a pair. It looks for five positions, shared hours, similar skill, the same modes and a common language. It proposes the best fits with a score out of 100 and the reasons, line by line.',
  },
  {
    id: 'no-match',
    question: "Why don't I have a match yet?",
    answer:
      "Usually your availability is too narrow. A squad needs to share at least two hours a week. Your matches page says what's in the way. If a trial shows a change would help, it names that change. The longer you wait, the earlier we place you.",
  },
  {
    id: 'accepting',
    question: 'What happens when I accept?',
    answer:
      'When every member has accepted, you all get a message with contact details and the next three sessions in your own time. If someone declines, the others are free right away, and no one gets a penalty.',
  },
  {
    id: 'held-funds',
    question: 'What are held funds?',
    answer: `We hold the payment for a hire until both sides confirm ${refundTerms.hireGames} games. One side's word is enough if the other doesn't respond for ${refundTerms.gameConfirmSilenceHours} hours. It's not a legal escrow. If the hire ends early, you get back ${refundTerms.hireProratedFormula}.`,
  },
  {
    id: 'payout-verification',
    question: 'What do I need to get paid?',
    answer:
      'Players need identity verification with our payment-connect provider to receive payouts. It takes a few minutes on their site, and you do it once.',
  },
  {
    id: 'what-others-see',
    question: 'What can other players see?',
    answer:
      'Your published profile: name, position, build, ratings, modes, languages, region, time zone and bio. Your streaming link shows too, unless you turn it off. Your phone number and email stay private. Handles such as Discord or PSN show only if you turn them on. Otherwise, only members of a squad that all accepted see them.',
  },
];
