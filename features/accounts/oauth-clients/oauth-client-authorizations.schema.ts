import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** The data for the consent page of an app's authorization request. */
export const AuthorizationDetails = z.object({
  authorization_id: z.uuid(),
  redirect_uri: z.string(),
  client: z.object({ id: z.uuid(), name: z.string(), uri: z.string(), logo_uri: z.string() }),
  user: z.object({ id: z.uuid(), email: z.string() }),
  scope: z.string(),
});
export type AuthorizationDetails = z.infer<typeof AuthorizationDetails>;

export const RedirectResponse = z.object({ redirect_url: z.string() });

export const Consent = z.object({
  action: z.enum(['approve', 'deny'], { error: 'action must be approve or deny.' }),
});

/** A connected app. */
export const Grant = z.object({
  client: z.object({ id: z.uuid(), name: z.string(), uri: z.string(), logo_uri: z.string() }),
  scopes: z.array(z.string()),
  granted_at: instant,
});
export type Grant = z.infer<typeof Grant>;

export const OAuthClientTokenRequest = z.object({
  grant_type: z.string().optional(),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
});
export type OAuthClientTokenRequest = z.infer<typeof OAuthClientTokenRequest>;

export const OAuthClientTokens = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  scope: z.string(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
});
export type OAuthClientTokens = z.infer<typeof OAuthClientTokens>;

/** The user data an app receives, limited to the granted scopes. */
export const UserInfo = z.object({
  sub: z.uuid(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  picture: z.string().optional(),
});
export type UserInfo = z.infer<typeof UserInfo>;
