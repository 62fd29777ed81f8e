/** Returns the browser's time zone. */
export const getBrowserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
