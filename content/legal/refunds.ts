import { feeTerms } from '../fee-terms.ts';
import { refundTerms } from '../refund-terms.ts';
import type { LegalTab } from '../schema/page-schema.ts';

const { hireGames } = refundTerms;

export const refunds: LegalTab = {
  id: 'refunds',
  title: 'Refund Policy',
  updated: '2026-11-28',
  intro: 'What you get back and when. These figures are the ones our code uses.',
  sections: [
    {
      id: 'refunds-hire',
      title: '7-Game Hire',
      paragraphs: [
        `Prorated refund = ${refundTerms.hireProratedFormula}, to the cent. The player gets the rest. You see the amount before you confirm an early exit.`,
        `Example: a Lock at $100 ends after 3 of ${hireGames} games. 4 / ${hireGames} × $100 = $57.14 goes back to you and $42.86 to the player.`,
      ],
      points: [
        `Not accepted within ${refundTerms.hireAcceptHours} hours, or declined: full refund.`,
        'Taken back by you before the player has accepted: full refund, at once, on the page of the order.',
        `A paid hire for which you pick no player within ${refundTerms.choiceDays} days: full refund.`,
        `No game reported for ${refundTerms.hireIdleDays} days: the hire ends early by itself, with the prorated refund.`,
        `All ${hireGames} games confirmed: no refund, the funds are released to the player.`,
        `In dispute: an admin looks at the evidence of both sides and decides within ${refundTerms.disputeDecisionDays} days how the held funds are split. Without a decision by then the contested part goes back to you, and games that both sides confirmed are paid.`,
        `A game that only one side confirmed when a hire ends: its price stays held until the other side confirms it, is silent for ${refundTerms.gameConfirmSilenceHours} hours, or opens a dispute.`,
      ],
    },
    {
      id: 'refunds-assembly',
      title: 'Team Assembly',
      paragraphs: [
        `Full refund if a squad cannot be assembled within ${refundTerms.assemblyFillHours} hours. It is sent on its own when the clock runs out; you need not ask. Before the first player has joined you can take the order back yourself, for a full refund.`,
        `You get ${refundTerms.assemblySquadSize} players: the roles that you named, and the choice of our matching engine for the rest.`,
        `After delivery you have ${refundTerms.assemblyCheckDays} days to object. Then the players are paid and the order is closed.`,
      ],
    },
    {
      id: 'refunds-coaching',
      title: 'Coaching Sprint',
      paragraphs: [
        `No refund after the session starts. Before the start you get all of it back. Rescheduling needs ${refundTerms.coachingRescheduleNoticeHours} hours notice.`,
        `After the session you have ${refundTerms.coachingCheckHours} hours to say if something was wrong. A sprint for which you pick no hour within ${refundTerms.choiceDays} days is refunded whole.`,
      ],
    },
    {
      id: 'refunds-plans',
      title: 'Pro and Premium plans',
      paragraphs: [
        `Paid plans have a ${refundTerms.planMoneyBackDays}-day money-back guarantee, counted from your first payment, once per person and plan. After that you may cancel whenever you like; the plan then runs to the end of the billing period.`,
      ],
    },
    {
      id: 'refunds-founders',
      title: 'Founders Premium',
      paragraphs: [
        `Founders Premium is a paid plan too: the ${refundTerms.planMoneyBackDays}-day money-back guarantee applies as long as its hire credit has not been used, once per person. You hear from us ${refundTerms.foundersNoticeDays.join(' and ')} days before the six months end.`,
      ],
    },
    {
      id: 'refunds-fees',
      title: 'Our fee',
      paragraphs: [
        'What we keep of the money that is released to players and coaches. It is part of the price: buyers pay nothing on top. Some sellers have other terms; theirs are shown before you pay. An order keeps the fee that it was bought with.',
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
        "To the payment method you used, never as credit. If it can't take the refund, we hold the money, contact you and pay you another way. Where a Founders hire credit paid, what you paid yourself goes back first; the credit comes back only when the whole price does, and the rest of it returns to us. We start them at once; your bank may need five to ten working days. Rights that your law gives you beyond this remain untouched.",
      ],
    },
  ],
};
