import { z } from '@hono/zod-openapi';
import { body, json, operation } from '../../../server/http.ts';
import { AuthSession } from '../accounts.schema.ts';
import { createAuthApi } from '../auth-protocol.api.ts';
import { challengeFactor, enrollFactor, unenrollFactor, verifyFactor } from './factors.commands.ts';
import { ChallengeFactor, EnrolledFactor, EnrollFactor, FactorChallenge, VerifyFactor } from './factors.schema.ts';

const params = z.object({ factorId: z.string() });

const enrollOperation = operation({
  method: 'post',
  path: '/auth/v1/factors',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Start adding a second factor',
  request: { body: body(EnrollFactor) },
  responses: { 200: json(EnrolledFactor, 'What the app or phone needs for setup') },
});

const challengeOperation = operation({
  method: 'post',
  path: '/auth/v1/factors/{factorId}/challenge',
  who: 'user',
  surface: 'own',
  beforeSecondFactor: true,
  whileLeaving: true,
  summary: 'Start a challenge for a second factor',
  request: { params, body: { content: { 'application/json': { schema: ChallengeFactor } } } },
  responses: { 200: json(FactorChallenge, 'The challenge') },
});

const verifyOperation = operation({
  method: 'post',
  path: '/auth/v1/factors/{factorId}/verify',
  who: 'user',
  surface: 'own',
  beforeSecondFactor: true,
  whileLeaving: true,
  summary: 'Answer a challenge and raise the session to AAL2',
  request: { params, body: body(VerifyFactor) },
  responses: { 200: json(AuthSession, 'The session') },
});

const unenrollOperation = operation({
  method: 'delete',
  path: '/auth/v1/factors/{factorId}',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Remove a second factor',
  request: { params },
  responses: { 200: json(z.object({ id: z.uuid() }), 'The removed method') },
});

export const factorsApi = createAuthApi()
  .openapi(enrollOperation, async (c) => c.json(await enrollFactor(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(challengeOperation, async (c) =>
    c.json(await challengeFactor(c.var.deps, c.var.actor!, c.req.valid('param').factorId), 200),
  )
  .openapi(verifyOperation, async (c) => {
    const { factorId } = c.req.valid('param');
    return c.json(await verifyFactor(c.var.deps, c.var.actor!, factorId, c.req.valid('json')), 200);
  })
  .openapi(unenrollOperation, async (c) =>
    c.json(await unenrollFactor(c.var.deps, c.var.actor!, c.req.valid('param').factorId), 200),
  );
