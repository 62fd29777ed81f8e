import { timestamp } from 'drizzle-orm/pg-core';

/** A column that holds an instant, read and written as `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });
