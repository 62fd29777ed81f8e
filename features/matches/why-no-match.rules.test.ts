import { expect, it } from 'vitest';
import type { WhyNotFacts } from '../../matcher/run.ts';
import { english } from '../../messages/lazy-text.ts';
import { withBusyCounts } from './why-no-match.rules.ts';
import { formatWhyNoMatch } from './why-no-match.wording.ts';

const explain = (facts: WhyNotFacts) => formatWhyNoMatch(english, facts, { hasHelped: false });
const company = { others: 10, fitting: 0, free: 0, needed: 4 };
const regionFacts = { constraint: 'region', lifted: 2, passing: 5, ...company } as const;
const busy = { others: 90, fitting: 77 };

it('names players who fit but already have a match, along with the change that would help', () => {
  expect(explain(withBusyCounts({ ...regionFacts, alone: true }, busy))[0]).toBe(
    '77 players are a fit for you, but all of them already have a match. If not for your region, 2 more would be a fit.',
  );
  expect(explain(withBusyCounts({ ...regionFacts, alone: true }, { others: 90, fitting: 1 }))[0]).toBe(
    'One player is a fit for you but already has a match. If not for your region, 2 more would be a fit.',
  );
});

it('says that all fitting players are taken or too few when no single change helps', () => {
  expect(withBusyCounts({ ...regionFacts, alone: false }, busy)).toEqual({
    constraint: 'nobody-free',
    ...{ others: 100, fitting: 77, free: 0, needed: 4 },
  });
  expect(withBusyCounts({ ...regionFacts, alone: false }, { others: 90, fitting: 3 })).toMatchObject({
    constraint: 'too-few',
    ...{ others: 100, fitting: 3 },
  });
});

it('keeps the reason when a limit rules out every group but no single player', () => {
  const allCounts = { ...regionFacts, lifted: 0, fitting: 4, free: 4, alone: true } as const;
  expect(explain(withBusyCounts(allCounts, busy))[0]).toBe(
    '81 players (4 without a match) are a fit for you individually, but not as a group. If not for your region, a group would work.',
  );
});

it("leaves reasons unchanged when they aren't about other players", () => {
  const short = { constraint: 'too-little-time', free: 60, needed: 120 } as const;
  expect(withBusyCounts(short, busy)).toBe(short);
  expect(withBusyCounts(regionFacts as never, { others: 90, fitting: 0 })).toBe(regionFacts);
});
