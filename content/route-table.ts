import { paths } from './paths.ts';

/**
 * Routes that content may link to: the static URLs of the specification's route table. They're plain data, because the
 * validator and the typed content both need them and neither may import pages.
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

/** Pages for signed-in users and steps of the sign-in flow. They have titles but are never indexed. */
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
