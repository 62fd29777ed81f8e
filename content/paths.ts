/** Every address of the product in one place; links are built here and nowhere else. */
export const paths = {
  home: '/',
  protocol: '/protocol',
  deals: '/protocol/deals',
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
  authReturningTo: (path: string) => `/protocol/auth?next=${encodeURIComponent(path)}`,
  callback: '/protocol/callback',
  newPassword: '/protocol/new-password',
  secondFactor: '/protocol/second-factor',
  secondFactorReturningTo: (path: string) => `/protocol/second-factor?next=${encodeURIComponent(path)}`,
  security: '/protocol/security',
  consent: '/protocol/consent',
  onboarding: '/protocol/onboarding',
  matches: '/protocol/matches',
  respond: '/protocol/respond',
  party: (token: string) => `/protocol/party/${token}`,
  inbox: '/protocol/inbox',
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
