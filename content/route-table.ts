import { paths } from './paths.ts';

/**
 * The routes that content may link to: the route table of the specification, plain addresses only.
 * Plain data, because the validator and the typed content both need it and neither may pull in pages.
 */
export const publicRoutes = [
  paths.home,
  paths.protocol,
  paths.deals,
  paths.assemblyRequest,
  paths.find,
  paths.protocolFaq,
  paths.lfg,
  paths.plans,
  paths.coaches,
  paths.faq,
  paths.tournament,
  paths.whitepaper,
  paths.help,
  paths.community,
  paths.about,
  paths.team,
  paths.partners,
  paths.pressKit,
  paths.changelog,
  paths.legal,
  paths.commandCenter,
] as const;

/** Pages that belong to a signed-in person or to a step of signing in: titled, never indexed. */
export const privateRoutes = [
  paths.auth,
  paths.callback,
  paths.onboarding,
  paths.protocolAccount,
  paths.phoneConcierge,
  paths.matches,
  paths.respond,
  paths.admin,
  paths.dashboard,
  paths.crewDna,
  paths.tools,
  paths.account,
] as const;

type PublicRoute = (typeof publicRoutes)[number];
type PrivateRoute = (typeof privateRoutes)[number];
export type ContentRoute = PublicRoute | PrivateRoute;
