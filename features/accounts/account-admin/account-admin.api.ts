import { z } from '@hono/zod-openapi';
import { body, json, operation } from '../../../server/http.ts';
import { AuthFactor, AuthUser } from '../accounts.schema.ts';
import { createAuthApi } from '../auth-protocol.api.ts';
import { listPasskeys, removePasskey } from '../passkeys/passkeys.commands.ts';
import { Passkey } from '../passkeys/passkeys.schema.ts';
import { getRedirectTo } from '../sign-in/sign-in.api.ts';
import { RedirectQuery } from '../sign-in/sign-in.schema.ts';
import {
  createByAdmin,
  deleteByAdmin,
  deleteFactorByAdmin,
  getUserById,
  listFactorsByAdmin,
  listUsersAsAdmin,
  readUserAsAdmin,
  updateByAdmin,
} from './account-admin.commands.ts';
import { AdminUserInput, GenerateLink, InviteRequest } from './account-admin.schema.ts';
import { generateLink, invite } from './admin-links.commands.ts';

const userParams = z.object({ userId: z.string() });
const serviceOperation = <const T extends object>(route: T) => ({ who: 'service' as const, ...route });

const list = operation(
  serviceOperation({
    method: 'get',
    path: '/auth/v1/admin/users',
    summary: 'List all accounts',
    request: { query: z.object({ page: z.string().optional(), per_page: z.string().optional() }) },
    responses: { 200: json(z.object({ users: z.array(AuthUser), aud: z.string() }), 'One page of accounts') },
  }),
);

const create = operation(
  serviceOperation({
    method: 'post',
    path: '/auth/v1/admin/users',
    summary: 'Create an account',
    request: { body: body(AdminUserInput) },
    responses: { 200: json(AuthUser, 'The account') },
  }),
);

const read = operation(
  serviceOperation({
    method: 'get',
    path: '/auth/v1/admin/users/{userId}',
    summary: 'Get an account',
    request: { params: userParams },
    responses: { 200: json(AuthUser, 'The account') },
  }),
);

const update = operation(
  serviceOperation({
    method: 'put',
    path: '/auth/v1/admin/users/{userId}',
    summary: 'Update an account',
    request: { params: userParams, body: body(AdminUserInput) },
    responses: { 200: json(AuthUser, 'The updated account') },
  }),
);

const remove = operation(
  serviceOperation({
    method: 'delete',
    path: '/auth/v1/admin/users/{userId}',
    summary: 'Delete an account',
    request: {
      params: userParams,
      body: { content: { 'application/json': { schema: z.object({ should_soft_delete: z.boolean().nullish() }) } } },
    },
    responses: { 200: json(z.object({}), 'Removed') },
  }),
);

const factors = operation(
  serviceOperation({
    method: 'get',
    path: '/auth/v1/admin/users/{userId}/factors',
    summary: "List an account's second factors",
    request: { params: userParams },
    responses: { 200: json(z.array(AuthFactor), 'The factors') },
  }),
);

const removeFactorOperation = operation(
  serviceOperation({
    method: 'delete',
    path: '/auth/v1/admin/users/{userId}/factors/{factorId}',
    summary: 'Remove a second factor of an account',
    request: { params: z.object({ userId: z.string(), factorId: z.string() }) },
    responses: { 200: json(z.object({ id: z.uuid() }), 'Removed') },
  }),
);

const passkeys = operation(
  serviceOperation({
    method: 'get',
    path: '/auth/v1/admin/users/{userId}/passkeys',
    summary: "List an account's passkeys",
    request: { params: userParams },
    responses: { 200: json(z.array(Passkey), 'The passkeys') },
  }),
);

const removePasskeyOperation = operation(
  serviceOperation({
    method: 'delete',
    path: '/auth/v1/admin/users/{userId}/passkeys/{passkeyId}',
    summary: 'Remove a passkey of an account',
    request: { params: z.object({ userId: z.string(), passkeyId: z.string() }) },
    responses: { 200: json(z.object({}), 'Removed') },
  }),
);

const GeneratedLink = AuthUser.extend({
  action_link: z.string(),
  email_otp: z.string(),
  hashed_token: z.string(),
  verification_type: z.string(),
  redirect_to: z.string(),
});

const generateLinkOperation = operation(
  serviceOperation({
    method: 'post',
    path: '/auth/v1/admin/generate_link',
    summary: 'Generate an email link without sending it',
    request: { query: RedirectQuery, body: body(GenerateLink) },
    responses: { 200: json(GeneratedLink, 'The link and the code') },
  }),
);

const inviteOperation = operation(
  serviceOperation({
    method: 'post',
    path: '/auth/v1/invite',
    summary: 'Invite a user by email',
    request: { query: RedirectQuery, body: body(InviteRequest) },
    responses: { 200: json(AuthUser, 'The invited user') },
  }),
);

const DEFAULT_PER_PAGE = 50;

export const adminApi = createAuthApi()
  .openapi(list, async (c) => {
    const query = c.req.valid('query');
    const page = query.page ? Number(query.page) : 1;
    const perPage = query.per_page ? Number(query.per_page) : DEFAULT_PER_PAGE;
    const { users, total, last } = await listUsersAsAdmin(c.var.deps, page, perPage);
    const toLink = (number: number, rel: string) => `</admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`;
    c.header('X-Total-Count', String(total));
    c.header('Link', [...(page < last ? [toLink(page + 1, 'next')] : []), toLink(last, 'last')].join(', '));
    return c.json({ users, aud: 'authenticated' }, 200);
  })
  .openapi(create, async (c) => c.json(await createByAdmin(c.var.deps, c.req.valid('json')), 200))
  .openapi(read, async (c) => c.json(await readUserAsAdmin(c.var.deps, c.req.valid('param').userId), 200))
  .openapi(update, async (c) =>
    c.json(await updateByAdmin(c.var.deps, c.req.valid('param').userId, c.req.valid('json')), 200),
  )
  .openapi(remove, async (c) => {
    const isSoft = c.req.valid('json')?.should_soft_delete ?? false;
    await deleteByAdmin(c.var.deps, c.req.valid('param').userId, isSoft);
    return c.json({}, 200);
  })
  .openapi(factors, async (c) => c.json(await listFactorsByAdmin(c.var.deps, c.req.valid('param').userId), 200))
  .openapi(removeFactorOperation, async (c) => {
    const { userId, factorId } = c.req.valid('param');
    return c.json(await deleteFactorByAdmin(c.var.deps, userId, factorId), 200);
  })
  .openapi(passkeys, async (c) => {
    const user = await getUserById(c.var.deps, c.req.valid('param').userId);
    return c.json(await listPasskeys(c.var.deps, user.id), 200);
  })
  .openapi(removePasskeyOperation, async (c) => {
    const { userId, passkeyId } = c.req.valid('param');
    await removePasskey(c.var.deps, userId, passkeyId);
    return c.json({}, 200);
  })
  .openapi(generateLinkOperation, async (c) => {
    const input = c.req.valid('json');
    const redirect_to = input.redirect_to ?? c.req.valid('query').redirect_to;
    return c.json(await generateLink(c.var.deps, { ...input, redirect_to }), 200);
  })
  .openapi(inviteOperation, async (c) => c.json(await invite(c.var.deps, c.req.valid('json'), getRedirectTo(c)), 200));
