import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { body, createApi, json, operation } from '../../../server/http.ts';
import * as messages from '../site.messages.ts';
import { addMilestone, changeMilestone, getProgress, removeMilestone } from './milestones.commands.ts';
import { MilestoneChange, NewMilestone, Progress } from './milestones.schema.ts';

const params = z.object({ id: z.uuid(issueText(messages.milestoneNotFound)) });
const responses = { 200: json(Progress, 'All milestones after the change') };

const read = operation({
  method: 'get',
  path: '/api/milestones',
  who: 'user',
  summary: 'List my milestones, or the sample without Pro',
  responses: { 200: json(Progress, 'Milestones, oldest first') },
});

const add = operation({
  method: 'post',
  path: '/api/milestones',
  who: 'user',
  surface: 'own',
  summary: 'Create a milestone',
  request: { body: body(NewMilestone) },
  responses,
});

const change = operation({
  method: 'patch',
  path: '/api/milestones/{id}',
  who: 'owner',
  surface: 'own',
  summary: 'Rename or complete one of my milestones',
  request: { params, body: body(MilestoneChange) },
  responses,
});

const remove = operation({
  method: 'delete',
  path: '/api/milestones/{id}',
  who: 'owner',
  surface: 'own',
  summary: 'Delete one of my milestones',
  request: { params },
  responses,
});

export const milestonesApi = createApi()
  .openapi(read, async (c) => c.json(await getProgress(c.var.deps, c.var.actor!), 200))
  .openapi(add, async (c) => c.json(await addMilestone(c.var.deps, c.var.actor!, c.req.valid('json').title), 200))
  .openapi(change, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await changeMilestone(c.var.deps, c.var.actor!, id, c.req.valid('json')), 200);
  })
  .openapi(remove, async (c) => c.json(await removeMilestone(c.var.deps, c.var.actor!, c.req.valid('param').id), 200));
