import { z } from 'zod';

/** A time in requests and responses: ISO 8601 in UTC, as `toIso` writes it. */
export const instant = z.iso.datetime();
