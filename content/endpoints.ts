import { shellEndpoints } from './shell-endpoints.ts';

/** The name of a page's picture: `/protocol/faq` is drawn as `protocol-faq`. */
export const pictureName = (page: string) => (page === '/' ? 'home' : page.slice(1).replaceAll('/', '-'));

/** What our server answers besides pages, where a link, a picture, a download or a stream has to name it. */
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
  pagePicture: (page: string) => `/og/page/${pictureName(page)}.png`,
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
  receipt: (orderId: string) => `/api/orders/${orderId}/receipt.pdf`,
  auditExport: (query: string) => `/api/admin/audit.csv?${query}`,
  paymentsExport: (query: string) => `/api/admin/payments.csv?${query}`,
  checkAnswer: (id: string) => `/api/queue/checks/${id}/answer-by-token`,
  live: '/api/live',
  livePublic: (topics: string) => `/api/live/public?topics=${topics}`,
  cardDetails: (ids: string) => `/api/profiles/card-details?ids=${ids}`,
  liveProfiles: (ids: string) => `/api/profiles/live?ids=${ids}`,
  unsubscribe: '/api/notifications/unsubscribe',
  pushRenewals: '/api/notifications/push/renewals',
  textReports: '/api/notifications/text-reports',
  paymentEvents: '/api/stripe/webhook',
  signInCallback: '/auth/v1/callback',
  customerPortal: '/functions/v1/customer-portal',
} as const;
