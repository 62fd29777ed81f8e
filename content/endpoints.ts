import { paths } from './paths.ts';
import { shellEndpoints } from './shell-endpoints.ts';

/** Returns the name of a page's image: `/protocol/faq` becomes `protocol-faq`. */
export const formatPictureName = (page: string) => (page === '/' ? 'home' : page.slice(1).replaceAll('/', '-'));

/** Server URLs other than pages, for links, images, downloads and streams. */
export const endpoints = {
  ...shellEndpoints,
  api: '/api/',
  functions: '/functions/v1/',
  storage: '/storage/v1/',
  buckets: '/storage/v1/bucket',
  objects: '/storage/v1/object',
  publicObject: (bucket: string, path: string) => `/storage/v1/object/public/${bucket}/${path}`,
  avatar: '/storage/v1/avatar',
  pictures: '/og/',
  metrics: '/metrics',
  pagePicture: (page: string) => `/og/page/${formatPictureName(page)}.png`,
  face: (code: string) => `/og/face/${code}.svg`,
  profilePicture: (id: string) => `/og/profile/${id}.png`,
  listingPicture: (id: string) => `/og/lfg/${id}.png`,
  squadPicture: (id: string) => `/og/squad/${id}.png`,
  pairPicture: (pair: string) => `/og/tournament/${pair}.png`,
  openApi: '/api/openapi.json',
  streamCalendar: '/api/streams/planet-crew-live.ics',
  sessionCalendar: (bookingId: string) => `/api/bookings/${bookingId}/session.ics`,
  squadCalendar: (secret: string) => `/api/calendars/${secret}/sessions.ics`,
  evidence: (bookingId: string) => `/api/bookings/${bookingId}/evidence`,
  evidenceFile: (bookingId: string, id: string) => `/api/bookings/${bookingId}/evidence/${id}`,
  gameEvidence: (gameId: string) => `/api/games/${gameId}/evidence`,
  receipt: (orderId: string) => `/api/orders/${orderId}/receipt.pdf`,
  auditExport: (query: string) => `/api/admin/audit.csv?${query}`,
  paymentsExport: (query: string) => `/api/admin/payments.csv?${query}`,
  checkAnswer: (id: string) => `/api/queue/checks/${id}/answer-by-token`,
  live: '/api/live',
  livePublic: (topics: string) => `/api/live/public?topics=${topics}`,
  cardDetails: (ids: string) => `/api/profiles/card-details?ids=${ids}`,
  hireRatings: (ids: string) => `/api/hire/standings?ids=${ids}`,
  coachRatings: '/api/coaches/standings',
  liveProfiles: (ids: string) => `/api/profiles/live?ids=${ids}`,
  unsubscribe: '/api/notifications/unsubscribe',
  pushRenewals: '/api/notifications/push/renewals',
  textReports: '/api/notifications/text-reports',
  paymentEvents: '/api/stripe/webhook',
  signInCallback: '/auth/v1/callback',
  customerPortal: '/functions/v1/customer-portal',
} as const;

/**
 * Requests that pages of signed-in users make first, by page. The browser sends them while the page's scripts are still
 * loading, most important first. They must be exactly what the page requests without a query, and only read.
 */
export const earlyRequests: Readonly<Record<string, readonly string[]>> = {
  [paths.matches]: [
    '/api/profiles/me/standing',
    '/api/matches',
    '/api/queue',
    '/api/party',
    '/api/matches/looking',
    '/api/notifications/connections/discord',
    '/api/matches/why-not',
  ],
  [paths.lfg]: ['/api/profiles/me/standing', '/api/lfg/listings?sort=newest', '/api/lfg/mine', '/api/moderation/me'],
  [paths.onboarding]: ['/api/profiles/me'],
};
