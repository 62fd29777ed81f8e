import { paths, toSafeReturnPath } from '../../../content/paths.ts';

/** Where the provider, or a link in a mail, sends the browser back to; the way on is carried along. */
export function getCallbackAddress(next: string | undefined): string {
  const address = new URL(paths.callback, window.location.origin);
  if (next) address.searchParams.set('next', next);
  return address.href;
}

/**
 * Where somebody goes once they are signed in: to where they wanted to go, or to the directory; before their first
 * publication to onboarding, which goes on from there.
 */
export function getDestination(
  next: string | null,
  standing: { published: boolean; onboardingCompleted: boolean },
): string {
  const wanted = toSafeReturnPath(next);
  if (!standing.onboardingCompleted) {
    return wanted ? paths.onboardingGoingOnTo(wanted) : paths.onboarding;
  }
  return wanted ?? (standing.published ? paths.find : paths.onboarding);
}

/** The second step for accounts that have a second factor. */
export function getSecondFactorPath(next: string | null): string {
  const wanted = toSafeReturnPath(next);
  return wanted ? paths.secondFactorReturningTo(wanted) : paths.secondFactor;
}
