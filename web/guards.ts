import { redirect } from 'react-router';
import { paths } from '../content/paths.ts';
import { browserApi, unwrap } from './api-client.ts';
import { readFreshSession } from './stored-session.ts';

function getReturnPath(request: Request): string {
  const url = new URL(request.url);
  return url.pathname + url.search;
}

/**
 * Guards the client loader of a page that requires sign-in.
 * @throws a redirect to the sign-in page, which leads back afterwards
 */
export async function requireSignedIn(request: Request): Promise<void> {
  const { getAccessToken, needsSecondFactor } = await import('./auth-session.ts');
  if (!(await getAccessToken())) throw redirect(paths.authReturningTo(getReturnPath(request)));
  // A user without any doesn't wait for the auth client's script.
  const session = readFreshSession();
  if (!(session && !session.user.factors?.length) && (await needsSecondFactor()))
    throw redirect(paths.secondFactorReturningTo(getReturnPath(request)));
}

/**
 * Guards the client loader of a page that requires a published profile.
 * @throws a redirect to sign-in or onboarding, both of which lead back afterwards
 */
export async function requireOnboarded(request: Request): Promise<void> {
  await requireSignedIn(request);
  const { onboarding_completed } = await unwrap(browserApi().api.profiles.me.standing.$get());
  if (!onboarding_completed) throw redirect(paths.onboardingGoingOnTo(getReturnPath(request)));
}
