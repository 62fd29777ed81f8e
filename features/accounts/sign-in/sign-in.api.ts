import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type ApiEnv, body, json, operation } from '../../../server/http.ts';
import { getAuthSettings } from '../accounts.rules.ts';
import { AuthSession, AuthUser } from '../accounts.schema.ts';
import { createAuthApi, getVisit } from '../auth-protocol.api.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { requestOtp, requestRecovery, resendMessage } from '../code-sign-in.commands.ts';
import { isJsonRequest } from '../followed-links.api.ts';
import { resolveRedirect } from '../oauth/oauth.rules.ts';
import { exchangeCode } from '../pkce.commands.ts';
import { refreshSession } from '../sessions/sessions.commands.ts';
import { signInWithIdToken } from '../sso.commands.ts';
import { verifyByLink, verifyCode } from '../verification.commands.ts';
import { signInWithWallet } from '../web3.commands.ts';
import { signInWithPassword, signUp, signUpAnonymously } from './sign-in.commands.ts';
import {
  OtpRequest,
  RecoverRequest,
  RedirectQuery,
  ResendRequest,
  SignUpInput,
  TokenRequest,
  VerifyRequest,
} from './sign-in.schema.ts';

const Empty = z.object({});

/** Returns the URL to return to after this request, checked against the operator's allow list. */
export function getRedirectTo(c: Context<ApiEnv>): string {
  const { origin, redirectAllow } = getAuthSettings(c.var.deps.env);
  return resolveRedirect(c.req.query('redirect_to') ?? c.req.header('Referer'), origin, redirectAllow);
}

const signUpOperation = operation({
  method: 'post',
  path: '/auth/v1/signup',
  who: 'visitor',
  summary: 'Sign up with credentials or anonymously',
  description:
    'Creating an account confirms that the person is 13 or older and accepts the current terms and privacy policy (/legal). Both are recorded, so a client has to say so.',
  request: { query: RedirectQuery, body: body(SignUpInput) },
  responses: {
    200: json(z.union([AuthSession, AuthUser]), 'A session, or the user while confirmation is pending'),
  },
});

const token = operation({
  method: 'post',
  path: '/auth/v1/token',
  who: 'visitor',
  summary: 'Get a session for a password, token, code or other proof',
  request: { query: z.object({ grant_type: z.string().optional() }), body: body(TokenRequest) },
  responses: { 200: json(AuthSession, 'The session') },
});

const otp = operation({
  method: 'post',
  path: '/auth/v1/otp',
  who: 'visitor',
  summary: 'Send a one-time code by email or SMS',
  description:
    'Creating an account confirms that the person is 13 or older and accepts the current terms and privacy policy (/legal). Both are recorded, so a client has to say so.',
  request: { query: RedirectQuery, body: body(OtpRequest) },
  responses: { 200: json(Empty, 'Requested') },
});

const magicLink = operation({
  method: 'post',
  path: '/auth/v1/magiclink',
  who: 'visitor',
  summary: 'Send a sign-in link by email',
  request: { query: RedirectQuery, body: body(OtpRequest) },
  responses: { 200: json(Empty, 'Requested') },
});

const recover = operation({
  method: 'post',
  path: '/auth/v1/recover',
  who: 'visitor',
  summary: 'Send a password reset link',
  request: { query: RedirectQuery, body: body(RecoverRequest) },
  responses: { 200: json(Empty, 'Requested, whether or not the account exists') },
});

const resendOperation = operation({
  method: 'post',
  path: '/auth/v1/resend',
  who: 'visitor',
  summary: 'Resend a pending message',
  request: { query: RedirectQuery, body: body(ResendRequest) },
  responses: { 200: json(Empty, 'Requested, whether or not one is pending') },
});

const verifyOperation = operation({
  method: 'post',
  path: '/auth/v1/verify',
  who: 'visitor',
  summary: 'Redeem a one-time code',
  request: { body: body(VerifyRequest) },
  responses: {
    200: json(
      z.union([AuthSession, z.object({ msg: z.string(), code: z.literal('200') })]),
      'A session, or a change that needs a second confirmation',
    ),
  },
});

const verifyLink = operation({
  method: 'get',
  path: '/auth/v1/verify',
  who: 'visitor',
  summary: 'Redeem an email link and redirect to the requesting page',
  request: {
    query: z.object({
      token: z.string().optional(),
      type: z.string().optional(),
      redirect_to: z.string().optional(),
    }),
  },
  responses: { 303: { description: 'Redirect to the page' } },
});

const GRANTS = ['password', 'refresh_token', 'pkce', 'id_token', 'web3'];

export const signInApi = createAuthApi()
  .openapi(signUpOperation, async (c) => {
    const input = c.req.valid('json');
    const { deps } = c.var;
    if (!input.email && !input.phone && !input.password) {
      return c.json(await signUpAnonymously(deps, input, getVisit(c)), 200);
    }
    return c.json(await signUp(deps, input, getRedirectTo(c), getVisit(c)), 200);
  })
  .openapi(token, async (c) => {
    const { deps } = c.var;
    const input = c.req.valid('json');
    const grant = c.req.valid('query').grant_type ?? '';
    if (!GRANTS.includes(grant)) throw new AuthRefusal(400, 'invalid_credentials', 'unsupported_grant_type');
    c.header('Cache-Control', 'no-store');
    if (grant === 'password') return c.json(await signInWithPassword(deps, input, getVisit(c)), 200);
    if (grant === 'pkce') return c.json(await exchangeCode(deps, input, getVisit(c)), 200);
    if (grant === 'id_token') return c.json(await signInWithIdToken(deps, input, getVisit(c)), 200);
    if (grant === 'web3') return c.json(await signInWithWallet(deps, input, getVisit(c)), 200);
    if (!input.refresh_token) throw new AuthRefusal(400, 'validation_failed', 'Refresh token is not valid');
    return c.json(await refreshSession(deps, input.refresh_token, getVisit(c)), 200);
  })
  .openapi(otp, async (c) => {
    await requestOtp(c.var.deps, c.req.valid('json'), getRedirectTo(c), getVisit(c));
    return c.json({}, 200);
  })
  .openapi(magicLink, async (c) => {
    await requestOtp(c.var.deps, c.req.valid('json'), getRedirectTo(c), getVisit(c));
    return c.json({}, 200);
  })
  .openapi(recover, async (c) => {
    await requestRecovery(c.var.deps, c.req.valid('json'), getRedirectTo(c), getVisit(c));
    return c.json({}, 200);
  })
  .openapi(resendOperation, async (c) => {
    await resendMessage(c.var.deps, c.req.valid('json'), getRedirectTo(c), getVisit(c));
    return c.json({}, 200);
  })
  .openapi(verifyOperation, async (c) => c.json(await verifyCode(c.var.deps, c.req.valid('json'), getVisit(c)), 200))
  .openapi(verifyLink, async (c) => {
    c.header('Cache-Control', 'no-store');
    const query = c.req.valid('query') as { token?: string };
    const { location, refusal } = await verifyByLink(c.var.deps, query, getVisit(c));
    if (refusal && isJsonRequest(c)) throw refusal;
    return c.redirect(location, 303);
  });
