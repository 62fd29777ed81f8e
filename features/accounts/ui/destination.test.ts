import { describe, expect, test } from 'vitest';
import { getDestination, getSecondFactorPath } from './destination.ts';

const publishedProfile = { published: true, onboardingCompleted: true };
const profile = { published: false, onboardingCompleted: true };
const newProfile = { published: false, onboardingCompleted: false };

describe('the page after sign-in', () => {
  test.each([
    ['is the directory with a published profile', null, publishedProfile, '/protocol/find'],
    ['is onboarding with an unpublished profile', null, profile, '/protocol/onboarding'],
    ['is onboarding with a new profile', null, newProfile, '/protocol/onboarding'],
    ['is the requested page with a published profile', '/plans?from=mail', publishedProfile, '/plans?from=mail'],
    [
      'is onboarding, which continues to the requested page',
      '/plans',
      newProfile,
      '/protocol/onboarding?next=%2Fplans',
    ],
    ['is the directory when another origin was requested', '//evil.test/', publishedProfile, '/protocol/find'],
    ['is onboarding without another origin', 'https://evil.test/', newProfile, '/protocol/onboarding'],
  ])('%s', (_what, next, profileStatus, to) => {
    expect(getDestination(next, profileStatus)).toBe(to);
  });

  test('comes after the second factor when one is required', () => {
    expect(getSecondFactorPath('/plans')).toBe('/protocol/second-factor?next=%2Fplans');
    expect(getSecondFactorPath('//evil.test')).toBe('/protocol/second-factor');
  });
});
