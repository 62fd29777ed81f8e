/**
 * The few endpoints every page refers to, including sign-in, which any page may lead to. They're in a separate module
 * so that pages don't load the others just for them.
 */
export const shellEndpoints = {
  auth: '/auth/v1',
  authSettings: '/auth/v1/settings',
  sitePicture: '/og/site.png',
  securityEvent: '/functions/v1/log-security-event',
} as const;
