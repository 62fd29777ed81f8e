const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** An instant in the admin's own zone. */
export const timeOf = (instant: string | null): string => (instant ? dateTime.format(new Date(instant)) : '–');
