import { refundTerms } from '../refund-terms.ts';
import type { LegalTab } from '../schema/page-schema.ts';

export const terms: LegalTab = {
  id: 'terms',
  title: 'Terms of Service',
  updated: '2026-11-28',
  intro: 'These are the rules for using Planet Crew. We wrote them to be read. By using the site you agree to them.',
  sections: [
    {
      id: 'terms-who',
      title: 'Who may use it',
      paragraphs: [
        'You must be at least 13, or older if your country requires it, to have an account. To buy or sell, you must be 18 or have a parent or guardian who agrees and pays.',
        'One person, one account. Keep your sign-in to yourself. What happens through it counts as yours until you tell us otherwise.',
      ],
    },
    {
      id: 'terms-conduct',
      title: 'How to behave',
      paragraphs: ['Play fair and treat people as you would in a gym.'],
      points: [
        'No harassment, threats, hate speech or publishing private details.',
        'No cheating, selling accounts, boosting with bots or faking game results.',
        'No scraping, attacking or overloading the service.',
        'Listings and profiles must be true and about the game.',
      ],
    },
    {
      id: 'terms-moderation',
      title: 'Moderation',
      paragraphs: [
        'Anyone with a profile may report listings, players, squad pages, messages and reviews. Admins may close or delete listings and ban accounts temporarily or permanently. If we ban you, you’ll see the reason and the end date, and you can write an appeal.',
        'We refuse a listing with a blocked word and keep it for review.',
      ],
    },
    {
      id: 'terms-matching',
      title: 'Matching',
      paragraphs: [
        'The Protocol proposes squads and pairs from what players tell us. We do our best and show our reasons. We don’t promise that you’ll find a squad, win games or get along.',
        'A match expires after 72 hours. When all members accept, they see each other’s handles (Discord, PSN, Xbox, Twitch, X), never an email address or phone number.',
      ],
    },
    {
      id: 'terms-deals',
      title: 'Deals and held funds',
      paragraphs: [
        'Payments go through our payment provider. For hires and coaching, we hold the money until the games or the session have taken place. This is an ordinary holding of funds by us, not a legal escrow.',
        'Refunds follow the [Refund Policy](/legal#refunds), which is part of these terms.',
      ],
      points: [
        `If the player doesn’t accept a 7-game hire within ${refundTerms.hireAcceptHours} hours, you get all your money back.`,
        `A game counts when both sides confirm it, or ${refundTerms.gameConfirmSilenceHours} hours after one side did and the other didn’t respond.`,
        `If Team Assembly doesn’t deliver ${refundTerms.assemblySquadSize} players within ${refundTerms.assemblyFillHours} hours of payment, you get all your money back.`,
        `A Coaching Sprint lasts ${refundTerms.coachingMinutes} minutes. You can move it with ${refundTerms.coachingRescheduleNoticeHours} hours notice.`,
      ],
    },
    {
      id: 'terms-sellers',
      title: 'If you sell',
      paragraphs: [
        'To get paid, you verify your identity with our payment-connect provider. You’re not our employee; your taxes are yours. Show up, play honestly and confirm your games. An admin decides disputes after reviewing what both sides provide.',
      ],
    },
    {
      id: 'terms-founders',
      title: 'Founders Premium program',
      paragraphs: [
        'Founders Premium is a one-time payment of $99 for 6 months and is limited to 100 seats. The first 10 founders get priority matching. Each seat includes one 7-Game Hire Credit up to $100, which has no cash value and ends with the 6 months.',
      ],
    },
    {
      id: 'terms-token',
      title: 'The token',
      paragraphs: [
        'The community token is a meme coin. It isn’t a share, a deposit or a promise of profit, and nothing on this site is financial advice. Read the [risks](/whitepaper#risks) first.',
      ],
    },
    {
      id: 'terms-content',
      title: 'What you post',
      paragraphs: [
        'Your words and pictures stay yours. You let us show them on Planet Crew for as long as they’re there. Post only what you have the right to post.',
      ],
    },
    {
      id: 'terms-liability',
      title: 'Beta and liability',
      paragraphs: [
        'Planet Crew is in beta and is provided as it is. It may change, break or end. As far as the law allows, we’re not liable for lost games, lost data or indirect damage. This doesn’t affect your legal rights as a consumer.',
      ],
    },
    {
      id: 'terms-changes',
      title: 'Changes',
      paragraphs: [
        'When these terms change in a way that matters, we’ll announce it in the [changelog](/changelog) before it takes effect. Orders keep the terms they were placed under. Questions are welcome at [Help & Support](/help-support).',
      ],
    },
  ],
};
