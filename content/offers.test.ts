import { describe, expect, it } from 'vitest';
import { english } from '../messages/lazy-text.ts';
import { getTranslator } from '../messages/translators.ts';
import { getCoaches } from './coaches-content.ts';
import { getHomeTexts } from './home/home-content.ts';
import { getRefunds } from './legal/refunds.ts';
import { getPlans, getPlansTexts } from './plans-content.ts';
import { founders, prices } from './prices.ts';
import { getCoachingSprint } from './protocol/coaching-sprint.ts';
import { getDealGroups, getDeals, getDealsTexts } from './protocol/deals-content.ts';
import { refundTerms } from './refund-terms.ts';

const coachingSprint = getCoachingSprint(english);
const dealGroups = getDealGroups(english);
const deals = getDeals(english);
const dealsTexts = getDealsTexts(english);
const refundText = JSON.stringify(getRefunds(english));

describe('deal list', () => {
  it('has five deals with the specified title and banner', () => {
    expect(deals).toHaveLength(5);
    expect(dealsTexts.title).toBe('Exclusive Deals');
    expect(dealsTexts.banner).toBe('First 10 Founders get priority matching');
  });

  it('uses the anchors from the route table', () => {
    expect(dealGroups.map((group) => group.anchor)).toEqual([
      'pcz-deal-founders',
      'pcz-deal-assembly',
      'pcz-deal-7game',
    ]);
    for (const deal of deals) expect(dealGroups.map((group) => group.id)).toContain(deal.group);
  });

  it.each([
    ['PRICE_FOUNDERS_6MO', 9900, '$99'],
    ['PRICE_TEAM_ASSEMBLY', 19900, '$199'],
    ['PRICE_7G_ROLE', 7500, '$75'],
    ['PRICE_7G_LOCK', 10000, '$100'],
    ['PRICE_7G_ELITE', 15000, '$150'],
    ['PRICE_COACHING_30', 2500, '$25'],
  ] as const)('sells %s for %i cents and shows %s', (id, cents, label) => {
    expect(prices[id].cents).toBe(cents);
    expect([...deals, coachingSprint].find((offer) => offer.priceId === id)?.price).toBe(label);
  });

  it('lists what Founders Premium includes', () => {
    expect(founders).toEqual({
      months: 6,
      seats: 100,
      priorityMatchingSeats: 10,
      hireCredits: 1,
      hireCreditCapCents: 10_000,
    });
    const text = JSON.stringify(deals[0]);
    expect(text).toContain('6 months, one-time');
    expect(text).toContain('First 100 seats');
    expect(text).toContain('one 7-Game Hire Credit up to $100');
  });

  it('states the specified terms for Team Assembly, hires and coaching', () => {
    const assembly = JSON.stringify(deals[1]);
    for (const text of ['7-game run', '5 players in 48 h', 'Full refund if not filled in 48 h']) {
      expect(assembly).toContain(text);
    }
    for (const hire of deals.slice(2)) {
      expect(hire.features).toContain('Funds held until 7 games are confirmed');
      expect(hire.features).toContain('Prorated refund on early exit');
    }
    expect(coachingSprint.terms).toBe('30 minutes');
  });

  it('shows only Founders $99, Team Assembly $199 and 7-Game Deals on the home page', () => {
    const [first, second, third] = getHomeTexts(english).dealsStrip.items;
    expect([first?.name, first?.price]).toEqual(['Founders', '$99']);
    expect([second?.name, second?.price]).toEqual(['Team Assembly', '$199']);
    expect(third?.name).toBe('7-Game Deals');
  });
});

describe('plan list', () => {
  const plans = getPlans(english, { phone: true });

  it('offers Free, Pro and Premium at their prices', () => {
    expect(plans.map(({ name, price, period }) => [name, price, period])).toEqual([
      ['Free', '$0', 'forever'],
      ['Pro', '$9.99', 'per month'],
      ['Premium', '$24.99', 'per month'],
    ]);
    expect([prices.PRICE_PRO_MONTHLY.cents, prices.PRICE_PREMIUM_MONTHLY.cents]).toEqual([999, 2499]);
  });

  it('lists the phone concierge only while it is available', () => {
    const feature = '[Phone concierge](/protocol/phone-concierge), Monday-Friday 2pm-10pm EST';
    expect(plans.map(({ features }) => features.includes(feature))).toEqual([false, false, true]);
    const plansWithoutPhone = getPlans(english, { phone: false });
    expect(plansWithoutPhone.flatMap(({ features }) => features)).toEqual(
      plans.flatMap(({ features }) => features).filter((one) => one !== feature),
    );
  });

  it('includes the guarantee and the rules for changing plans', () => {
    const { guarantee } = getPlansTexts(english);
    expect(guarantee).toContain('7-day money-back guarantee');
    expect(guarantee).toContain('Upgrades are immediate');
    expect(guarantee).toContain('downgrades take effect at the end of the billing period');
  });
});

describe('coach list', () => {
  it('lists three coaches, each with a Watch Live button', () => {
    expect(getCoaches(english).map((coach) => coach.watch.label)).toEqual(['Watch Live', 'Watch Live', 'Watch Live']);
  });
});

describe('refund wording', () => {
  it('uses the specified figures', () => {
    expect(refundTerms).toMatchObject({
      hireGames: 7,
      assemblyFillHours: 48,
      coachingRescheduleNoticeHours: 24,
      coachingRefundAfterStartPercent: 0,
      planMoneyBackDays: 7,
    });
  });

  it('states the same terms as the Refund Policy', () => {
    expect(refundText).toContain('remaining games / total games × price');
    expect(refundText).toContain('Full refund if a squad cannot be assembled within 48 hours');
    expect(refundText).toContain('No refund after the session starts');
    expect(refundText).toContain('Rescheduling needs 24 hours notice');
  });

  it('matches the refund example in the Refund Policy', () => {
    const refundCents = Math.round((prices.PRICE_7G_LOCK.cents * (refundTerms.hireGames - 3)) / refundTerms.hireGames);
    const remainingCents = prices.PRICE_7G_LOCK.cents - refundCents;
    expect(refundText).toContain(
      `= $${(refundCents / 100).toFixed(2)}, and the player gets $${(remainingCents / 100).toFixed(2)}`,
    );
  });
});

describe('prices in other languages', () => {
  const french = getTranslator('fr');

  it("are formatted for the reader's locale", () => {
    expect(getDeals(french).map(({ price }) => price)).toEqual([
      '99\u00a0$',
      '199\u00a0$',
      '75\u00a0$',
      '100\u00a0$',
      '150\u00a0$',
    ]);
    expect(getCoachingSprint(french).price).toBe('25\u00a0$');
    expect(getPlans(getTranslator('pt-BR'), { phone: true }).map(({ price }) => price)).toEqual([
      'US$\u00a00',
      'US$\u00a09,99',
      'US$\u00a024,99',
    ]);
    expect(getHomeTexts(french).dealsStrip.items.map(({ price }) => price)).toEqual([
      '99\u00a0$',
      '199\u00a0$',
      'dès 75\u00a0$',
    ]);
  });
});
