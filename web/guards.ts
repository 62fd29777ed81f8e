import { redirect } from 'react-router';
import { paths } from '../content/paths.ts';
import { browserApi, unwrap } from './api-client.ts';

function wanted(request: Request): string {
  const url = new URL(request.url);
  return url.pathname + url.search;
}

/**
 * For the client loader of a page that needs somebody signed in.
 * @throws a redirect to the sign-in page, which comes back here afterwards
 */
export async function requireSignedIn(request: Request): Promise<void> {
  const { accessToken, needsSecondFactor } = await import('./session.ts');
  if (!(await accessToken())) throw redirect(paths.authReturningTo(wanted(request)));
  if (await needsSecondFactor()) throw redirect(paths.secondFactorReturningTo(wanted(request)));
}

/**
 * For the client loader of a page that needs a published profile.
 * @throws a redirect to sign-in or to onboarding, which both come back here afterwards
 */
export async function requireOnboarded(request: Request): Promise<void> {
  await requireSignedIn(request);
  const { onboarding_completed } = await unwrap(browserApi().api.profiles.me.standing.$get());
  if (!onboarding_completed) throw redirect(paths.onboardingGoingOnTo(wanted(request)));
}
