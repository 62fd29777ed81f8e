/** An address with where to go on to afterwards. */
const withReturnPath = (page: string, next: string) => `${page}?next=${encodeURIComponent(next)}`;

// Builders that go on to any address are neither: they may lead to a page that acts.
declare const effect: unique symbol;
type OpeningAddress = string & { readonly [effect]: 'opens' };
/** An address whose page does something as soon as a person sees it. Only labeled buttons lead there. */
export type ActingAddress = string & { readonly [effect]: 'acts' };

const openingPath = <Given extends unknown[]>(build: (...given: Given) => string) =>
  build as (...given: Given) => OpeningAddress;
const actingPath = <Given extends unknown[]>(build: (...given: Given) => string) =>
  build as (...given: Given) => ActingAddress;

/**
 * Every address of a page, in one place below everything: links, messages, redirects and the site map take them from
 * here and write none by hand. `web/routes.ts` says which page answers where; `web/paths.test.ts` holds the two together.
 */
export const paths = {
  home: '/',
  protocol: '/protocol',
  deals: '/protocol/deals',
  dealsSuccess: '/protocol/deals/success',
  dealsCancel: '/protocol/deals/cancel',
  paid: openingPath((orderId: string) => `/protocol/deals/success?order=${orderId}`),
  notPaid: openingPath((orderId: string) => `/protocol/deals/cancel?order=${orderId}`),
  assemblyRequest: '/protocol/assembly-request',
  assembly: openingPath((id: string) => `/protocol/assembly/${id}`),
  invitations: '/protocol/invitations',
  invitation: openingPath((teamBuildId: string) => `/protocol/invitations?team=${teamBuildId}`),
  hire: '/protocol/hire',
  hireOffer: '/protocol/hire/offer',
  booking: openingPath((id: string) => `/protocol/bookings/${id}`),
  bookingReview: openingPath((id: string) => `/protocol/bookings/${id}#review`),
  coachingHours: '/protocol/coaching-hours',
  phoneConcierge: '/protocol/phone-concierge',
  money: '/protocol/money',
  order: openingPath((id: string) => `/protocol/money/${id}`),
  dispute: openingPath((id: string) => `/protocol/disputes/${id}`),
  find: '/protocol/find',
  profile: openingPath((id: string) => `/protocol/profile/${id}`),
  protocolAccount: '/protocol/account',
  protocolFaq: '/protocol/faq',
  auth: '/protocol/auth',
  authReturningTo: (path: string) => withReturnPath('/protocol/auth', path),
  /** Short addresses of the sign-in page and of its way back, as they stand in older links. */
  shortAuth: '/auth',
  shortCallback: '/auth/callback',
  join: '/join',
  callback: '/protocol/callback',
  callbackGoingOnTo: (path: string) => withReturnPath('/protocol/callback', path),
  newPassword: '/protocol/new-password',
  secondFactor: '/protocol/second-factor',
  secondFactorReturningTo: (path: string) => withReturnPath('/protocol/second-factor', path),
  security: '/account/security',
  /** An older address of the same, as it stands in mails that were sent. */
  olderSecurity: '/protocol/security',
  leaving: '/protocol/leaving',
  consent: '/protocol/consent',
  onboarding: '/protocol/onboarding',
  /** The same profile on one page, whose sections are saved one by one. */
  editProfile: '/account/profile',
  onboardingGoingOnTo: (path: string) => withReturnPath('/protocol/onboarding', path),
  matches: '/protocol/matches',
  /** One match among them. */
  match: openingPath((id: string) => `/protocol/matches#match-${id}`),
  /** The question how one match went. */
  matchFeedback: openingPath((id: string) => `/protocol/matches#feedback-${id}`),
  squads: '/protocol/squads',
  squad: openingPath((id: string) => `/protocol/squads/${id}`),
  /** The conversation of a squad, in its room. */
  squadThread: openingPath((id: string) => `/protocol/squads/${id}#thread-${id}`),
  /** The room for the sake of one session, as it was when somebody was told of it. */
  squadSession: openingPath(
    (id: string, session: string, version: number) => `/protocol/squads/${id}?session=${session}&version=${version}`,
  ),
  /** What everybody may see of a squad, where its captain wants that. */
  squadPage: openingPath((id: string) => `/squads/${id}`),
  squadInvitation: openingPath((id: string) => `/protocol/squads?squad=${id}`),
  squadLink: openingPath((token: string) => `/protocol/squads/join/${token}`),
  session: openingPath((id: string) => `/protocol/sessions/${id}`),
  standIn: openingPath((id: string, version: number) => `/protocol/sessions/${id}?stand-in=${version}`),
  respond: '/protocol/respond',
  respondTo: actingPath(
    (matchId: string, action: 'accept' | 'decline') => `/protocol/respond?matchId=${matchId}&action=${action}`,
  ),
  party: openingPath((token: string) => `/protocol/party/${token}`),
  partyInvitation: openingPath((partyId: string) => `/protocol/matches?party=${partyId}`),
  inbox: '/protocol/inbox',
  inboxWaiting: '/protocol/inbox?view=waiting',
  notificationSettings: '/account/notifications',
  unsubscribe: '/protocol/unsubscribe',
  discord: '/protocol/discord',
  lfg: '/protocol/lfg',
  listing: openingPath((id: string) => `/protocol/lfg/${id}`),
  standing: '/protocol/standing',
  admin: '/protocol/admin',
  adminOrders: '/protocol/admin/orders',
  adminOrder: openingPath((id: string) => `/protocol/admin/orders/${id}`),
  concierge: '/protocol/admin/assemblies',
  callDesk: '/protocol/admin/calls',
  plans: '/plans',
  coaches: '/coaches',
  coach: openingPath((id: string) => `/coaches/${id}`),
  faq: '/faq',
  tournament: '/tournament-of-power',
  tournamentPair: openingPath((pair: string) => `/tournament-of-power/${pair}`),
  whitepaper: '/whitepaper',
  help: '/help-support',
  community: '/community',
  about: '/about',
  team: '/team',
  partners: '/partners',
  pressKit: '/press-kit',
  changelog: '/changelog',
  legal: '/legal',
  commandCenter: '/command-center',
  dashboard: '/dashboard',
  crewDna: '/onboarding',
  tools: '/tools',
  account: '/account',
  apiReference: '/api-reference',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  gallery: '/gallery',
  sandbox: '/sandbox',
} as const;

/** Pages that act once a person sees them. Their components wait with `whenVisible`. */
export const ACTING_PAGES = [
  'respond',
  'callback',
  'shortCallback',
  'discord',
] as const satisfies (keyof typeof paths)[];
type OpeningPage = Exclude<keyof typeof paths, (typeof ACTING_PAGES)[number]>;

/** An address that only opens a page: following it changes nothing, whoever or whatever follows it. */
export type PageAddress = OpeningAddress | Extract<(typeof paths)[OpeningPage], `/${string}`>;

/**
 * The address somebody wanted before signing in, when it is one of ours.
 * @returns a path with its query, or undefined for anything that would leave this origin
 */
export function toSafeReturnPath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/') || value.startsWith('//') || value.includes('\\')) return undefined;
  const url = new URL(value, 'http://origin.invalid');
  if (url.origin !== 'http://origin.invalid') return undefined;
  return url.pathname + url.search;
}
