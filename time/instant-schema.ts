import { z } from 'zod';

/** An instant in requests and responses: ISO 8601 in UTC, as `toIso` writes it. */
export const instant = z.iso.datetime();
