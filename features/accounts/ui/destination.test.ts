import { describe, expect, test } from 'vitest';
import { getDestination, getSecondFactorPath } from './destination.ts';

const publishedProfile = { published: true, onboardingCompleted: true };
const profile = { published: false, onboardingCompleted: true };
const newProfile = { published: false, onboardingCompleted: false };

describe('after signing in', () => {
  test.each([
    ['to the directory with a published profile', null, publishedProfile, '/protocol/find'],
    ['to onboarding with an unpublished profile', null, profile, '/protocol/onboarding'],
    ['to onboarding with a new profile', null, newProfile, '/protocol/onboarding'],
    ['to the requested page with a published profile', '/plans?from=mail', publishedProfile, '/plans?from=mail'],
    [
      'to onboarding, which continues to the requested page',
      '/plans',
      newProfile,
      '/protocol/onboarding?next=%2Fplans',
    ],
    ['to the directory when another origin was requested', '//evil.test/', publishedProfile, '/protocol/find'],
    ['to onboarding without another origin', 'https://evil.test/', newProfile, '/protocol/onboarding'],
  ])('redirects %s', (_what, next, profileStatus, to) => {
    expect(getDestination(next, profileStatus)).toBe(to);
  });

  test('asks for a second factor first, then redirects to the same page', () => {
    expect(getSecondFactorPath('/plans')).toBe('/protocol/second-factor?next=%2Fplans');
    expect(getSecondFactorPath('//evil.test')).toBe('/protocol/second-factor');
  });
});
