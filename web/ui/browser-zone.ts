export const getBrowserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
