/** The zone that the browser lives in. */
export const getBrowserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
