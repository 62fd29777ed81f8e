/** The few endpoints that every page names, and the sign-in that any of them may lead to; a module of their own, so that no page loads the others for them. */
export const shellEndpoints = {
  auth: '/auth/v1',
  authSettings: '/auth/v1/settings',
  sitePicture: '/og/site.png',
  securityEvent: '/functions/v1/log-security-event',
} as const;
