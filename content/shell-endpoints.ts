/**
 * The few endpoints that every page uses, including sign-in. They're in a separate module so pages don't load all other
 * endpoints.
 */
export const shellEndpoints = {
  auth: '/auth/v1',
  authSettings: '/auth/v1/settings',
  sitePicture: '/og/site.png',
  securityEvent: '/functions/v1/log-security-event',
} as const;
