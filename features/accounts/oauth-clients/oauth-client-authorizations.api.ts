import { z } from '@hono/zod-openapi';
import { body, json, operation } from '../../../server/http.ts';
import { getAuthSettings } from '../accounts.rules.ts';
import { createAuthApi, getVisit } from '../auth-protocol.api.ts';
import {
  answerAuthorizationRequest,
  readAuthorization,
  readGrants,
  startClientAuthorization,
  withdrawGrant,
} from './oauth-client-authorizations.commands.ts';
import {
  AuthorizationDetails,
  Consent,
  Grant,
  OAuthClientTokenRequest,
  OAuthClientTokens,
  RedirectResponse,
  UserInfo,
} from './oauth-client-authorizations.schema.ts';
import { issueClientTokens, readUserInfo } from './oauth-client-tokens.commands.ts';
import { SCOPES } from './oauth-clients.rules.ts';

const params = z.object({ authorizationId: z.string() });
const Discovery = z.record(z.string(), z.unknown());

const authorizeOperation = operation({
  method: 'get',
  path: '/auth/v1/oauth/authorize',
  who: 'visitor',
  summary: 'Start signing in to an app with this account',
  request: {
    query: z.object({
      response_type: z.string().optional(),
      client_id: z.string().optional(),
      redirect_uri: z.string().optional(),
      scope: z.string().optional(),
      state: z.string().optional(),
      nonce: z.string().optional(),
      code_challenge: z.string().optional(),
      code_challenge_method: z.string().optional(),
    }),
  },
  responses: { 302: { description: 'Redirect to the consent page or back to the app' } },
});

const details = operation({
  method: 'get',
  path: '/auth/v1/oauth/authorizations/{authorizationId}',
  who: 'user',
  summary: 'Get the authorization request of an app',
  request: { params },
  responses: {
    200: json(
      z.union([AuthorizationDetails, RedirectResponse]),
      'The authorization request, or the address to redirect to',
    ),
  },
});

const consent = operation({
  method: 'post',
  path: '/auth/v1/oauth/authorizations/{authorizationId}/consent',
  who: 'user',
  surface: 'own',
  summary: 'Allow or deny an app',
  request: { params, body: body(Consent) },
  responses: { 200: json(RedirectResponse, "The app's address to redirect to") },
});

const token = operation({
  method: 'post',
  path: '/auth/v1/oauth/token',
  who: 'visitor',
  summary: 'Issue tokens to an app',
  request: {
    body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: OAuthClientTokenRequest } } },
  },
  responses: { 200: json(OAuthClientTokens, 'The tokens') },
});

const userInfo = operation({
  method: 'get',
  path: '/auth/v1/oauth/userinfo',
  who: 'visitor',
  summary: 'Get the user info of a token',
  responses: { 200: json(UserInfo, 'The user info that the user agreed to share') },
});

const grants = operation({
  method: 'get',
  path: '/auth/v1/user/oauth/grants',
  who: 'user',
  whileLeaving: true,
  summary: 'List my connected apps',
  responses: { 200: json(z.array(Grant), 'The connected apps') },
});

const revoke = operation({
  method: 'delete',
  path: '/auth/v1/user/oauth/grants',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Disconnect an app',
  request: { query: z.object({ client_id: z.string({ error: 'client_id is required.' }) }) },
  responses: { 204: { description: 'Disconnected' } },
});

const createDiscoveryOperation = <const P extends string>(path: P) =>
  operation({
    method: 'get',
    path,
    who: 'visitor',
    summary: 'Get the OpenID Connect discovery document',
    responses: { 200: json(Discovery, 'The endpoint addresses') },
  });

const oidc = createDiscoveryOperation('/auth/v1/.well-known/openid-configuration');
const oauth = createDiscoveryOperation('/auth/v1/.well-known/oauth-authorization-server');

function describeServer(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    scopes_supported: SCOPES,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    claims_supported: ['sub', 'email', 'email_verified', 'name', 'preferred_username', 'picture'],
    authorization_response_iss_parameter_supported: true,
  };
}

export const authorizationsApi = createAuthApi()
  .openapi(authorizeOperation, async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.redirect(await startClientAuthorization(c.var.deps, c.req.valid('query'), getVisit(c)), 302);
  })
  .openapi(details, async (c) => {
    const { authorizationId } = c.req.valid('param');
    return c.json(await readAuthorization(c.var.deps, c.var.actor!, authorizationId), 200);
  })
  .openapi(consent, async (c) => {
    const { authorizationId } = c.req.valid('param');
    const redirect_url = await answerAuthorizationRequest(
      c.var.deps,
      c.var.actor!,
      authorizationId,
      c.req.valid('json').action,
    );
    return c.json({ redirect_url }, 200);
  })
  .openapi(token, async (c) => {
    c.header('Cache-Control', 'no-store');
    const authorization = c.req.header('Authorization');
    return c.json(await issueClientTokens(c.var.deps, authorization, c.req.valid('form'), getVisit(c)), 200);
  })
  .openapi(userInfo, async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await readUserInfo(c.var.deps, c.req.header('Authorization')), 200);
  })
  .openapi(grants, async (c) => c.json(await readGrants(c.var.deps, c.var.actor!), 200))
  .openapi(revoke, async (c) => {
    await withdrawGrant(c.var.deps, c.var.actor!, c.req.valid('query').client_id);
    return c.body(null, 204);
  })
  .openapi(oidc, async (c) => c.json(describeServer(getAuthSettings(c.var.deps.env).issuer), 200))
  .openapi(oauth, async (c) => c.json(describeServer(getAuthSettings(c.var.deps.env).issuer), 200));
