import { z } from '@hono/zod-openapi';
import { body, createApi, json, operation } from '../../../server/http.ts';
import { recordEvent } from './security-events.commands.ts';
import { LogSecurityEvent } from './security-events.schema.ts';

const logSecurityEvent = operation({
  method: 'post',
  path: '/functions/v1/log-security-event',
  who: 'user',
  surface: 'own',
  summary: 'Write an event of the client into the security journal of the signed-in person',
  request: { body: body(LogSecurityEvent) },
  responses: { 200: json(z.object({ success: z.literal(true) }), 'Written') },
});

export const eventsApi = createApi().openapi(logSecurityEvent, async (c) => {
  const { action, resource_type, success, metadata } = c.req.valid('json');
  // Whose event it is, the session says; what the client says about that is not kept.
  const { user_id: _id, email: _email, ...rest } = metadata;
  await recordEvent(c.var.deps.db, c.var.deps, c.var.actor!.userId, {
    action,
    resourceType: resource_type,
    success,
    metadata: rest,
    requestId: c.var.requestId,
  });
  return c.json({ success: true as const }, 200);
});
