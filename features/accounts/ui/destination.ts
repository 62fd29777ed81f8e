import { paths, toSafeReturnPath } from '../../../content/paths.ts';

/** Returns the callback URL for providers and email links, with the final destination in its query. */
export function getCallbackAddress(next: string | undefined): string {
  const address = new URL(paths.callback, window.location.origin);
  if (next) address.searchParams.set('next', next);
  return address.href;
}

/**
 * Returns where to go after sign-in: the requested page or the directory. Users who haven't published yet go to
 * onboarding first, which then continues to that page.
 */
export function getDestination(
  next: string | null,
  profileStatus: { published: boolean; onboardingCompleted: boolean },
): string {
  const returnPath = toSafeReturnPath(next);
  if (!profileStatus.onboardingCompleted) {
    return returnPath ? paths.onboardingGoingOnTo(returnPath) : paths.onboarding;
  }
  return returnPath ?? (profileStatus.published ? paths.find : paths.onboarding);
}

/** Returns the path of the second-factor step, which then continues to the return path. */
export function getSecondFactorPath(next: string | null): string {
  const returnPath = toSafeReturnPath(next);
  return returnPath ? paths.secondFactorReturningTo(returnPath) : paths.secondFactor;
}
