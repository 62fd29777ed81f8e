import { createApi, json, operation, respondWithText } from '../../../server/http.ts';
import { getDirectoryCount, listDirectory } from './directory.commands.ts';
import { DirectoryCount, DirectoryPage, DirectoryQuery } from './directory.schema.ts';

const list = operation({
  method: 'get',
  path: '/api/profiles',
  shows: ['players'],
  who: 'visitor',
  summary: 'List published players',
  request: { query: DirectoryQuery },
  responses: { 200: json(DirectoryPage, 'One page of player cards') },
});

const count = operation({
  method: 'get',
  path: '/api/profiles/count',
  shows: ['players'],
  who: 'visitor',
  summary: 'Count the players in the directory',
  responses: { 200: json(DirectoryCount, 'Number of players') },
});

export const directoryApi = createApi()
  .openapi(list, async (c) =>
    respondWithText<DirectoryPage>(c, await listDirectory(c.var.deps, c.var.actor?.userId, c.req.valid('query'))),
  )
  .openapi(count, async (c) => c.json({ count: await getDirectoryCount(c.var.deps) }, 200));
