/** The zone that the browser lives in. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
