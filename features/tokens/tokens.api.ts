import { body, createApi, json, operation } from '../../server/http.ts';
import { connectWallet, createChallenge, disconnectWallet, getHolding } from './tokens.commands.ts';
import { Challenge, ChallengeRequest, Connection, Holding } from './tokens.schema.ts';

const holdingResponse = { 200: json(Holding, 'Wallet, balance and tier') };

const readOperation = operation({
  method: 'get',
  path: '/api/tokens/me',
  who: 'user',
  summary: 'Get my wallet and the tier it unlocks',
  responses: holdingResponse,
});

const challengeOperation = operation({
  method: 'post',
  path: '/api/tokens/wallet/challenge',
  who: 'user',
  surface: 'own',
  summary: 'Create a message for my wallet to sign',
  request: { body: body(ChallengeRequest) },
  responses: { 200: json(Challenge, 'Valid for ten minutes, once') },
});

const connect = operation({
  method: 'post',
  path: '/api/tokens/wallet',
  who: 'user',
  surface: 'own',
  summary: 'Connect the wallet that signed the message',
  request: { body: body(Connection) },
  responses: holdingResponse,
});

const disconnect = operation({
  method: 'delete',
  path: '/api/tokens/wallet',
  who: 'user',
  surface: 'own',
  summary: 'Disconnect my wallet and delete its balance',
  responses: holdingResponse,
});

export const tokensApi = createApi()
  .openapi(readOperation, async (c) => c.json(await getHolding(c.var.deps, c.var.actor!), 200))
  .openapi(challengeOperation, async (c) =>
    c.json(await createChallenge(c.var.deps, c.var.actor!, c.req.valid('json').address), 200),
  )
  .openapi(connect, async (c) => c.json(await connectWallet(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(disconnect, async (c) => c.json(await disconnectWallet(c.var.deps, c.var.actor!), 200));
