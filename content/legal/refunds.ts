import { feeTerms } from '../fee-terms.ts';
import { refundTerms } from '../refund-terms.ts';
import type { LegalTab } from '../schema/page-schema.ts';

const { hireGames } = refundTerms;

export const refunds: LegalTab = {
  id: 'refunds',
  title: 'Refund Policy',
  updated: '2026-11-28',
  intro: 'What you get back and when. Our code uses these same figures.',
  sections: [
    {
      id: 'refunds-hire',
      title: '7-Game Hire',
      paragraphs: [
        `Prorated refund = ${refundTerms.hireProratedFormula}, to the cent. The player gets the rest. You'll see the amount before you confirm an early exit.`,
        `Example: a Lock at $100 ends after 3 of ${hireGames} games. We refund you 4 / ${hireGames} × $100 = $57.14, and the player gets $42.86.`,
      ],
      points: [
        `The player declines, or doesn't accept within ${refundTerms.hireAcceptHours} hours: full refund.`,
        "You cancel on the order's page before the player accepts: full refund, right away.",
        `You don't pick a player for a paid hire within ${refundTerms.choiceDays} days: full refund.`,
        `No game reported for ${refundTerms.hireIdleDays} days: the hire ends early automatically, with the prorated refund.`,
        `All ${hireGames} games confirmed: no refund. We release the funds to the player.`,
        `In dispute: an admin reviews both sides' evidence and decides within ${refundTerms.disputeDecisionDays} days how to split the held funds. If there's no decision by then, we refund you the contested part. We pay the player for games that both sides confirmed.`,
        `If a hire ends with a game that only one side confirmed, we hold that game's price. We hold it until the other side confirms the game, doesn't respond for ${refundTerms.gameConfirmSilenceHours} hours, or opens a dispute.`,
      ],
    },
    {
      id: 'refunds-assembly',
      title: 'Team Assembly',
      paragraphs: [
        `Full refund if a squad cannot be assembled within ${refundTerms.assemblyFillHours} hours. We send it automatically when time runs out; you don't have to ask. Before the first player joins, you can cancel the order yourself for a full refund.`,
        `You get ${refundTerms.assemblySquadSize} players: the roles you named, and our matching engine's choice for the rest.`,
        `After delivery, you have ${refundTerms.assemblyCheckDays} days to object. Then we pay the players and close the order.`,
      ],
    },
    {
      id: 'refunds-coaching',
      title: 'Coaching Sprint',
      paragraphs: [
        `No refund after the session starts. Before it starts, you get a full refund. Rescheduling needs ${refundTerms.coachingRescheduleNoticeHours} hours notice.`,
        `After the session, you have ${refundTerms.coachingCheckHours} hours to tell us if something was wrong. If you don't pick a time for a sprint within ${refundTerms.choiceDays} days, we refund it in full.`,
      ],
    },
    {
      id: 'refunds-plans',
      title: 'Pro and Premium plans',
      paragraphs: [
        `Paid plans have a ${refundTerms.planMoneyBackDays}-day money-back guarantee, counted from your first payment, once per person and plan. After that, you can cancel anytime. The plan then runs until the end of the billing period.`,
      ],
    },
    {
      id: 'refunds-founders',
      title: 'Founders Premium',
      paragraphs: [
        `Founders Premium is a paid plan too. The ${refundTerms.planMoneyBackDays}-day money-back guarantee applies once per person, as long as you haven't used its hire credit. We'll notify you ${refundTerms.foundersNoticeDays.join(' and ')} days before the six months end.`,
      ],
    },
    {
      id: 'refunds-fees',
      title: 'Our fee',
      paragraphs: [
        "This is what we keep of the money released to players and coaches. It's part of the price: buyers pay nothing on top. Some sellers have other terms; you'll see theirs before you pay. An order keeps the fee it was bought with.",
      ],
      points: [
        `7-Game Hire: ${feeTerms.byKind.hire / 100} %`,
        `Coaching Sprint: ${feeTerms.byKind.coaching / 100} %`,
        `Team Assembly, of what each player gets: ${feeTerms.byKind.assembly / 100} %`,
      ],
    },
    {
      id: 'refunds-how',
      title: 'How refunds reach you',
      paragraphs: [
        "We refund the payment method you used, never as credit. If it can't take the refund, we hold the money, contact you and pay you another way. If a Founders hire credit covered part of the price, we refund your own money first. The credit comes back only if the whole price is refunded; otherwise the part it covered returns to us. We start refunds at once; your bank may need five to ten working days. Any further rights your law gives you still apply.",
      ],
    },
  ],
};
