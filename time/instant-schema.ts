import { z } from 'zod';

/** An instant in answers and requests: ISO 8601 in UTC, as `iso` writes it. */
export const instant = z.iso.datetime();
