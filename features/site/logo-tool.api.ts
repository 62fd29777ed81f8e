import { createApi, json, operation } from '../../server/http.ts';
import { generateLogosFor } from './logo-tool.commands.ts';
import { GeneratedLogos } from './logo-tool.schema.ts';

const generate = operation({
  method: 'post',
  path: '/functions/v1/generate-all-partner-logos',
  who: 'admin',
  summary: 'Draw a new set of marks for all partners',
  responses: { 200: json(GeneratedLogos, 'The generated logos') },
});

export const logoToolApi = createApi().openapi(generate, async (c) =>
  c.json(await generateLogosFor(c.var.deps, c.var.actor!), 200),
);
