import { describe, expect, test } from 'vitest';
import { getDestination, getSecondFactorPath } from './destination.ts';

const published = { published: true, onboardingCompleted: true };
const hidden = { published: false, onboardingCompleted: true };
const fresh = { published: false, onboardingCompleted: false };

describe('after signing in', () => {
  test.each([
    ['a published profile goes to the directory', null, published, '/protocol/find'],
    ['an unpublished one to onboarding', null, hidden, '/protocol/onboarding'],
    ['a new one to onboarding', null, fresh, '/protocol/onboarding'],
    ['whoever wanted a page gets it', '/plans?from=mail', published, '/plans?from=mail'],
    ['a new profile keeps the page for afterwards', '/plans', fresh, '/protocol/onboarding?next=%2Fplans'],
    ['another origin is nobody’s wish', '//evil.test/', published, '/protocol/find'],
    ['nor is it after onboarding', 'https://evil.test/', fresh, '/protocol/onboarding'],
  ])('redirects to the right page: %s', (_what, next, profileStatus, to) => {
    expect(getDestination(next, profileStatus)).toBe(to);
  });

  test('asks for a second factor first, then redirects to the same page', () => {
    expect(getSecondFactorPath('/plans')).toBe('/protocol/second-factor?next=%2Fplans');
    expect(getSecondFactorPath('//evil.test')).toBe('/protocol/second-factor');
  });
});
