/**
 * The routes that content may link to: the route table of the specification, plain addresses only.
 * Plain data, because the validator and the typed content both need it and neither may pull in pages.
 */
export const publicRoutes = [
  '/',
  '/protocol',
  '/protocol/deals',
  '/protocol/assembly-request',
  '/protocol/find',
  '/protocol/faq',
  '/protocol/lfg',
  '/plans',
  '/coaches',
  '/faq',
  '/tournament-of-power',
  '/whitepaper',
  '/help-support',
  '/community',
  '/about',
  '/team',
  '/partners',
  '/press-kit',
  '/changelog',
  '/legal',
  '/command-center',
] as const;

/** Pages that belong to a signed-in person or to a step of signing in: titled, never indexed. */
export const privateRoutes = [
  '/protocol/auth',
  '/protocol/callback',
  '/protocol/onboarding',
  '/protocol/account',
  '/protocol/matches',
  '/protocol/respond',
  '/protocol/admin',
  '/dashboard',
  '/onboarding',
  '/tools',
  '/account',
] as const;

export type PublicRoute = (typeof publicRoutes)[number];
export type PrivateRoute = (typeof privateRoutes)[number];
export type ContentRoute = PublicRoute | PrivateRoute;
