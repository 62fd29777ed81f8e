import { z } from '@hono/zod-openapi';
import { instant } from '../../../time/instant-schema.ts';

const EXPORT_STATES = ['waiting', 'running', 'ready', 'failed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** Progress of an export: `done` of `total` tables. */
export const DataExport = z.object({
  state: z.enum(['none', ...EXPORT_STATES]),
  done: z.int(),
  total: z.int(),
  requested_at: instant.nullable(),
});
export type DataExport = z.infer<typeof DataExport>;
