import { z } from '@hono/zod-openapi';
import { body, createApi, json, operation } from '../../../server/http.ts';
import { endConnection, finishConnection, readConnection, startConnection } from './connections.commands.ts';
import { ConnectedChannel, ConnectionReturn, ConnectionStart, ConnectionStatus } from './connections.schema.ts';

const path = '/api/notifications/connections/{channel}';
const params = z.object({ channel: ConnectedChannel });

const readConnections = operation({
  method: 'get',
  path,
  who: 'user',
  summary: 'Show whether my external account is connected',
  request: { params },
  responses: { 200: json(ConnectionStatus, 'Your connection') },
});

const start = operation({
  method: 'post',
  path: `${path}/connect`,
  who: 'user',
  surface: 'own',
  summary: 'Start connecting an external account',
  request: { params },
  responses: { 200: json(ConnectionStart, 'Where to approve the connection') },
});

const finish = operation({
  method: 'post',
  path: `${path}/complete`,
  who: 'user',
  surface: 'own',
  summary: 'Finish connecting an external account',
  request: { params, body: body(ConnectionReturn) },
  responses: { 200: json(ConnectionStatus, 'Your connection') },
});

const end = operation({
  method: 'delete',
  path,
  who: 'user',
  surface: 'own',
  summary: 'Disconnect an external account',
  request: { params },
  responses: { 200: json(ConnectionStatus, 'Your connection') },
});

export const connectionsApi = createApi()
  .openapi(readConnections, async (c) =>
    c.json(await readConnection(c.var.deps, c.var.actor!, c.req.valid('param').channel), 200),
  )
  .openapi(start, async (c) =>
    c.json(await startConnection(c.var.deps, c.var.actor!, c.req.valid('param').channel), 200),
  )
  .openapi(finish, async (c) => {
    const { channel } = c.req.valid('param');
    return c.json(await finishConnection(c.var.deps, c.var.actor!, channel, c.req.valid('json')), 200);
  })
  .openapi(end, async (c) => c.json(await endConnection(c.var.deps, c.var.actor!, c.req.valid('param').channel), 200));
