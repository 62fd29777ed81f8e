/** An address with where to go on to afterwards. */
const goingOnTo = (page: string, next: string) => `${page}?next=${encodeURIComponent(next)}`;

/** The name of a page's picture: `/protocol/faq` is drawn as `protocol-faq`. */
export const pictureName = (page: string) => (page === '/' ? 'home' : page.slice(1).replaceAll('/', '-'));

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
  paid: (orderId: string) => `/protocol/deals/success?order=${orderId}`,
  notPaid: (orderId: string) => `/protocol/deals/cancel?order=${orderId}`,
  assemblyRequest: '/protocol/assembly-request',
  assembly: (id: string) => `/protocol/assembly/${id}`,
  invitations: '/protocol/invitations',
  hire: '/protocol/hire',
  hireOffer: '/protocol/hire/offer',
  booking: (id: string) => `/protocol/bookings/${id}`,
  coachingHours: '/protocol/coaching-hours',
  money: '/protocol/money',
  order: (id: string) => `/protocol/money/${id}`,
  dispute: (id: string) => `/protocol/disputes/${id}`,
  find: '/protocol/find',
  profile: (id: string) => `/protocol/profile/${id}`,
  protocolAccount: '/protocol/account',
  protocolFaq: '/protocol/faq',
  auth: '/protocol/auth',
  authReturningTo: (path: string) => goingOnTo('/protocol/auth', path),
  /** Short addresses of the sign-in page and of its way back, as they stand in older links. */
  shortAuth: '/auth',
  shortCallback: '/auth/callback',
  join: '/join',
  callback: '/protocol/callback',
  callbackGoingOnTo: (path: string) => goingOnTo('/protocol/callback', path),
  newPassword: '/protocol/new-password',
  secondFactor: '/protocol/second-factor',
  secondFactorReturningTo: (path: string) => goingOnTo('/protocol/second-factor', path),
  security: '/protocol/security',
  leaving: '/protocol/leaving',
  consent: '/protocol/consent',
  onboarding: '/protocol/onboarding',
  onboardingGoingOnTo: (path: string) => goingOnTo('/protocol/onboarding', path),
  matches: '/protocol/matches',
  respond: '/protocol/respond',
  respondTo: (matchId: string, action: 'accept' | 'decline') => `/protocol/respond?matchId=${matchId}&action=${action}`,
  party: (token: string) => `/protocol/party/${token}`,
  inbox: '/protocol/inbox',
  unsubscribe: '/protocol/unsubscribe',
  discord: '/protocol/discord',
  lfg: '/protocol/lfg',
  listing: (id: string) => `/protocol/lfg/${id}`,
  standing: '/protocol/standing',
  admin: '/protocol/admin',
  adminOrders: '/protocol/admin/orders',
  adminOrder: (id: string) => `/protocol/admin/orders/${id}`,
  concierge: '/protocol/admin/assemblies',
  plans: '/plans',
  coaches: '/coaches',
  coach: (id: string) => `/coaches/${id}`,
  faq: '/faq',
  tournament: '/tournament-of-power',
  tournamentPair: (pair: string) => `/tournament-of-power/${pair}`,
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

/** What our server answers besides pages, where a link, a picture, a download or a stream has to name it. */
export const endpoints = {
  api: '/api/',
  auth: '/auth/v1',
  authSettings: '/auth/v1/settings',
  functions: '/functions/v1/',
  storage: '/storage/v1/',
  publicObject: (bucket: string, path: string) => `/storage/v1/object/public/${bucket}/${path}`,
  avatar: '/storage/v1/avatar',
  pictures: '/og/',
  metrics: '/metrics',
  sitePicture: '/og/site.png',
  pagePicture: (page: string) => `/og/page/${pictureName(page)}.png`,
  profilePicture: (id: string) => `/og/profile/${id}.png`,
  listingPicture: (id: string) => `/og/lfg/${id}.png`,
  pairPicture: (pair: string) => `/og/tournament/${pair}.png`,
  openApi: '/api/openapi.json',
  streamCalendar: '/api/streams/planet-crew-live.ics',
  sessionCalendar: (bookingId: string) => `/api/bookings/${bookingId}/session.ics`,
  evidence: (bookingId: string) => `/api/bookings/${bookingId}/evidence`,
  evidenceFile: (bookingId: string, id: string) => `/api/bookings/${bookingId}/evidence/${id}`,
  receipt: (orderId: string) => `/api/orders/${orderId}/receipt.pdf`,
  auditExport: (query: string) => `/api/admin/audit.csv?${query}`,
  paymentsExport: (query: string) => `/api/admin/payments.csv?${query}`,
  liveListings: '/api/lfg/live',
  liveProfiles: (ids: string) => `/api/profiles/live?ids=${ids}`,
  unsubscribe: '/api/notifications/unsubscribe',
  paymentEvents: '/api/stripe/webhook',
  useRecoveryCode: '/api/account/recovery-codes/use',
  customerPortal: '/functions/v1/customer-portal',
  securityEvent: '/functions/v1/log-security-event',
} as const;

/**
 * The address somebody wanted before signing in, when it is one of ours.
 * @returns a path with its query, or undefined for anything that would leave this origin
 */
export function safeReturnPath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/') || value.startsWith('//') || value.includes('\\')) return undefined;
  const url = new URL(value, 'http://origin.invalid');
  if (url.origin !== 'http://origin.invalid') return undefined;
  return url.pathname + url.search;
}
