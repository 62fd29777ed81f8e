import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { body, createApi, json, operation } from '../../../server/http.ts';
import * as messages from '../site.messages.ts';
import {
  addMilestonesFromBuild,
  listSavedBuilds,
  removeSavedBuild,
  renameSavedBuild,
  saveBuild,
} from './saved-builds.commands.ts';
import { BuildMilestones, BuildName, NewBuild, SavedBuilds } from './saved-builds.schema.ts';

const params = z.object({ id: z.uuid(issueText(messages.buildNotFound)) });
const responses = { 200: json(SavedBuilds, 'All saved builds, newest first') };

const read = operation({
  method: 'get',
  path: '/api/builds',
  who: 'user',
  summary: 'List my saved builds',
  responses: { 200: json(SavedBuilds, 'Matches, newest first') },
});

const save = operation({
  method: 'post',
  path: '/api/builds',
  who: 'user',
  surface: 'own',
  summary: 'Save the build from an AI Build Assistant answer (Pro)',
  request: { body: body(NewBuild) },
  responses,
});

const rename = operation({
  method: 'patch',
  path: '/api/builds/{id}',
  who: 'owner',
  surface: 'own',
  summary: 'Rename one of my builds',
  request: { params, body: body(BuildName) },
  responses,
});

const remove = operation({
  method: 'delete',
  path: '/api/builds/{id}',
  who: 'owner',
  surface: 'own',
  summary: 'Delete one of my builds',
  request: { params },
  responses,
});

const toMilestones = operation({
  method: 'post',
  path: '/api/builds/{id}/milestones',
  who: 'owner',
  surface: 'own',
  summary: 'Turn one of my builds into milestones (Pro)',
  request: { params },
  responses: { 200: json(BuildMilestones, 'The updated tracker') },
});

export const savedBuildsApi = createApi()
  .openapi(read, async (c) => c.json(await listSavedBuilds(c.var.deps, c.var.actor!), 200))
  .openapi(save, async (c) => c.json(await saveBuild(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(rename, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await renameSavedBuild(c.var.deps, c.var.actor!, id, c.req.valid('json').name), 200);
  })
  .openapi(remove, async (c) => c.json(await removeSavedBuild(c.var.deps, c.var.actor!, c.req.valid('param').id), 200))
  .openapi(toMilestones, async (c) =>
    c.json(await addMilestonesFromBuild(c.var.deps, c.var.actor!, c.req.valid('param').id), 200),
  );
