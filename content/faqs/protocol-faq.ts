import { refundTerms } from '../refund-terms.ts';
import type { FaqItem } from '../schema/base-schema.ts';

/** The six questions of /protocol/faq. */
export const protocolFaq: FaqItem[] = [
  {
    id: 'how-matching-works',
    question: 'How does the Protocol find my five?',
    answer:
      'Every two hours it takes all published profiles that look for a squad or a pair, and looks for five positions, shared hours, similar skill, the same modes and a common language. What fits best is proposed with a score out of 100 and the reasons, line by line.',
  },
  {
    id: 'no-match',
    question: 'Why do I have no match yet?',
    answer:
      'Most often the hours are too narrow: a squad needs at least two hours a week in common. Your matches page names what stands in the way and, where a trial shows that it helps, what you could change. The longer you wait, the earlier you are placed.',
  },
  {
    id: 'accepting',
    question: 'What happens when I accept?',
    answer:
      'When every member has accepted, all of you get a message with contact details and the next three sessions in your own time. If somebody declines, the others are free at once and nobody is punished for it.',
  },
  {
    id: 'held-funds',
    question: 'What are held funds?',
    answer: `The money of a hire stays with us until ${refundTerms.hireGames} games are confirmed by both sides, or by one side and ${refundTerms.gameConfirmSilenceHours} hours of silence of the other. It is not a legal escrow. If the run ends early you get back ${refundTerms.hireProratedFormula}.`,
  },
  {
    id: 'payout-verification',
    question: 'What do I need in order to be paid?',
    answer:
      'Players need identity verification with our payment-connect provider to receive payouts. It takes a few minutes, happens on their pages, and you do it once.',
  },
  {
    id: 'what-others-see',
    question: 'What can other players see?',
    answer:
      'Your published profile: name, position, build, ratings, modes, languages, region, time zone, bio and, unless you switch it off, your streaming link. Your phone number and email stay private. Handles such as Discord or PSN appear only if you say so, and otherwise only to members of a squad that all accepted.',
  },
];
