import { z } from '@hono/zod-openapi';
import { createApi, json, operation, respondWithText } from '../../../server/http.ts';
import { readExport, readExportFile, startExport } from './own-data.commands.ts';
import { DataExport } from './own-data.schema.ts';

const start = operation({
  method: 'post',
  path: '/api/account/export',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Start exporting my data',
  responses: { 200: json(DataExport, 'The progress') },
});

const progress = operation({
  method: 'get',
  path: '/api/account/export',
  who: 'user',
  whileLeaving: true,
  summary: 'Get the progress of my export',
  responses: { 200: json(DataExport, 'The progress') },
});

const file = operation({
  method: 'get',
  path: '/api/account/export/file',
  who: 'user',
  whileLeaving: true,
  summary: 'Download my prepared export',
  responses: { 200: json(z.record(z.string(), z.array(z.unknown())), 'The data by table') },
});

export const ownDataApi = createApi()
  .openapi(start, async (c) => c.json(await startExport(c.var.deps, c.var.actor!), 200))
  .openapi(progress, async (c) => c.json(await readExport(c.var.deps, c.var.actor!), 200))
  .openapi(file, async (c) => {
    const content = await readExportFile(c.var.deps, c.var.actor!, { isDownload: c.req.method !== 'HEAD' });
    c.header('Cache-Control', 'no-store');
    c.header('Content-Disposition', 'attachment; filename="planet-crew-data.json"');
    return respondWithText<Record<string, unknown[]>>(c, content);
  });
