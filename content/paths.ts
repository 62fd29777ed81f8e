/** Returns a page's URL with the path to return to afterwards. */
const withReturnPath = (page: string, next: string) => `${page}?next=${encodeURIComponent(next)}`;

// Builders that accept a return path return plain strings, because that path may lead to a page that performs an
// action.
declare const effect: unique symbol;
type PageUrl = string & { readonly [effect]: 'opens' };
/** A URL whose page performs an action as soon as a user sees it. Only labeled buttons link to it. */
export type ActionUrl = string & { readonly [effect]: 'acts' };

const createPagePath = <Given extends unknown[]>(build: (...args: Given) => string) =>
  build as (...args: Given) => PageUrl;
const createActionPath = <Given extends unknown[]>(build: (...args: Given) => string) =>
  build as (...args: Given) => ActionUrl;

/**
 * All page URLs, defined once at the lowest layer so that links, messages, redirects and the sitemap don't hardcode
 * them. `web/routes.ts` defines which page each URL shows; `web/paths.test.ts` keeps the two in sync.
 */
export const paths = {
  home: '/',
  protocol: '/protocol',
  deals: '/protocol/deals',
  dealsSuccess: '/protocol/deals/success',
  dealsCancel: '/protocol/deals/cancel',
  paid: createPagePath((orderId: string) => `/protocol/deals/success?order=${orderId}`),
  notPaid: createPagePath((orderId: string) => `/protocol/deals/cancel?order=${orderId}`),
  assemblyRequest: '/protocol/assembly-request',
  assembly: createPagePath((id: string) => `/protocol/assembly/${id}`),
  invitations: '/protocol/invitations',
  invitation: createPagePath((teamBuildId: string) => `/protocol/invitations?team=${teamBuildId}`),
  hire: '/protocol/hire',
  hireOffer: '/protocol/hire/offer',
  booking: createPagePath((id: string) => `/protocol/bookings/${id}`),
  bookingReview: createPagePath((id: string) => `/protocol/bookings/${id}#review`),
  coachingHours: '/protocol/coaching-hours',
  phoneConcierge: '/protocol/phone-concierge',
  money: '/protocol/money',
  order: createPagePath((id: string) => `/protocol/money/${id}`),
  dispute: createPagePath((id: string) => `/protocol/disputes/${id}`),
  find: '/protocol/find',
  profile: createPagePath((id: string) => `/protocol/profile/${id}`),
  protocolAccount: '/protocol/account',
  protocolFaq: '/protocol/faq',
  auth: '/protocol/auth',
  authReturningTo: (path: string) => withReturnPath('/protocol/auth', path),
  /** Short URLs of the sign-in page and its callback, used by older links. */
  shortAuth: '/auth',
  shortCallback: '/auth/callback',
  join: '/join',
  callback: '/protocol/callback',
  callbackGoingOnTo: (path: string) => withReturnPath('/protocol/callback', path),
  newPassword: '/protocol/new-password',
  secondFactor: '/protocol/second-factor',
  secondFactorReturningTo: (path: string) => withReturnPath('/protocol/second-factor', path),
  security: '/account/security',
  /** Older URL of the security page, used in emails we already sent. */
  olderSecurity: '/protocol/security',
  leaving: '/protocol/leaving',
  consent: '/protocol/consent',
  onboarding: '/protocol/onboarding',
  /** The profile form on one page, with sections that are saved individually. */
  editProfile: '/account/profile',
  onboardingGoingOnTo: (path: string) => withReturnPath('/protocol/onboarding', path),
  matches: '/protocol/matches',
  /** A single match in the list. */
  match: createPagePath((id: string) => `/protocol/matches#match-${id}`),
  /** The feedback question for one match. */
  matchFeedback: createPagePath((id: string) => `/protocol/matches#feedback-${id}`),
  squads: '/protocol/squads',
  squad: createPagePath((id: string) => `/protocol/squads/${id}`),
  /** A squad's chat, on its squad page. */
  squadThread: createPagePath((id: string) => `/protocol/squads/${id}#thread-${id}`),
  /** The squad page for a specific session, at the version the user was notified about. */
  squadSession: createPagePath(
    (id: string, session: string, version: number) => `/protocol/squads/${id}?session=${session}&version=${version}`,
  ),
  /** A squad's public page, if its captain allows it. */
  squadPage: createPagePath((id: string) => `/squads/${id}`),
  squadInvitation: createPagePath((id: string) => `/protocol/squads?squad=${id}`),
  squadLink: createPagePath((token: string) => `/protocol/squads/join/${token}`),
  session: createPagePath((id: string) => `/protocol/sessions/${id}`),
  substituteRequest: createPagePath((id: string, version: number) => `/protocol/sessions/${id}?stand-in=${version}`),
  respond: '/protocol/respond',
  respondTo: createActionPath(
    (matchId: string, action: 'accept' | 'decline') => `/protocol/respond?matchId=${matchId}&action=${action}`,
  ),
  party: createPagePath((token: string) => `/protocol/party/${token}`),
  partyInvitation: createPagePath((partyId: string) => `/protocol/matches?party=${partyId}`),
  inbox: '/protocol/inbox',
  inboxWaiting: '/protocol/inbox?view=waiting',
  notificationSettings: '/account/notifications',
  unsubscribe: '/protocol/unsubscribe',
  discord: '/protocol/discord',
  lfg: '/protocol/lfg',
  listing: createPagePath((id: string) => `/protocol/lfg/${id}`),
  accountStatus: '/protocol/standing',
  admin: '/protocol/admin',
  adminOrders: '/protocol/admin/orders',
  adminOrder: createPagePath((id: string) => `/protocol/admin/orders/${id}`),
  concierge: '/protocol/admin/assemblies',
  callDesk: '/protocol/admin/calls',
  plans: '/plans',
  coaches: '/coaches',
  coach: createPagePath((id: string) => `/coaches/${id}`),
  faq: '/faq',
  tournament: '/tournament-of-power',
  tournamentPair: createPagePath((pair: string) => `/tournament-of-power/${pair}`),
  whitepaper: '/whitepaper',
  help: '/help-support',
  /** The support form for a request about something, such as an order. */
  helpAbout: createPagePath((kind: string, id: string) => `/help-support?about=${kind}&id=${id}`),
  /** The support form for a request about a page, with the reference of its error if there's one. */
  helpFrom: createPagePath(
    (page: string, error = '') => `/help-support?page=${encodeURIComponent(page)}${error && `&error=${error}`}`,
  ),
  /** A support request with its conversation. */
  supportRequest: createPagePath((id: string) => `/help-support/${id}`),
  supportDesk: '/protocol/admin?tab=support',
  community: '/community',
  about: '/about',
  team: '/team',
  partners: '/partners',
  pressKit: '/press-kit',
  changelog: '/changelog',
  legal: '/legal',
  termsChanges: '/legal#terms-versions',
  commandCenter: '/command-center',
  dashboard: '/dashboard',
  crewDna: '/onboarding',
  tools: '/tools',
  account: '/account',
  apiReference: '/api-reference',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  sandbox: '/sandbox',
} as const;

/**
 * Pages that perform an action as soon as a user sees them. They use `waitUntilVisible` to wait until the page is
 * visible.
 */
export const ACTION_PAGES = [
  'respond',
  'callback',
  'shortCallback',
  'discord',
] as const satisfies (keyof typeof paths)[];
type OpeningPage = Exclude<keyof typeof paths, (typeof ACTION_PAGES)[number]>;

/** A URL that only opens a page. Following it changes nothing, whether a person or a bot does. */
export type PageAddress = PageUrl | Extract<(typeof paths)[OpeningPage], `/${string}`>;

/**
 * Returns the path a user wanted before signing in, if it's on this site.
 * @returns the path with its query, or undefined for anything that would leave this origin
 */
export function toSafeReturnPath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/') || value.startsWith('//') || value.includes('\\')) return undefined;
  const url = new URL(value, 'http://origin.invalid');
  if (url.origin !== 'http://origin.invalid') return undefined;
  return url.pathname + url.search;
}
