import { z } from 'zod';
import { instant } from '../../time/instant-schema.ts';

const Meta = z.record(z.string(), z.unknown());
const Instant = instant;

/** An identity as the sign-in protocol sends it. */
const AuthIdentity = z.object({
  identity_id: z.uuid(),
  id: z.string(),
  user_id: z.uuid(),
  identity_data: Meta,
  provider: z.string(),
  last_sign_in_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
  email: z.string().optional(),
});

/** A second factor as its owner sees it, without its secret. */
export const AuthFactor = z.object({
  id: z.uuid(),
  friendly_name: z.string().optional(),
  factor_type: z.string(),
  status: z.string(),
  phone: z.string().optional(),
  created_at: Instant,
  updated_at: Instant,
  last_challenged_at: Instant.optional(),
});

/** A user as the sign-in protocol sends them. */
export const AuthUser = z.object({
  id: z.uuid(),
  aud: z.string(),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  app_metadata: Meta,
  user_metadata: Meta,
  identities: z.array(AuthIdentity),
  factors: z.array(AuthFactor).optional(),
  created_at: Instant,
  updated_at: Instant,
  is_anonymous: z.boolean(),
  email_confirmed_at: Instant.optional(),
  phone_confirmed_at: Instant.optional(),
  confirmed_at: Instant.optional(),
  confirmation_sent_at: Instant.optional(),
  recovery_sent_at: Instant.optional(),
  reauthentication_sent_at: Instant.optional(),
  invited_at: Instant.optional(),
  new_email: z.string().optional(),
  new_phone: z.string().optional(),
  email_change_sent_at: Instant.optional(),
  phone_change_sent_at: Instant.optional(),
  last_sign_in_at: Instant.optional(),
  banned_until: Instant.optional(),
  deleted_at: Instant.optional(),
});

/** A session as the sign-in protocol returns it to a client. */
export const AuthSession = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  expires_at: z.int(),
  refresh_token: z.string(),
  user: AuthUser,
  provider_token: z.string().optional(),
  provider_refresh_token: z.string().optional(),
  weak_password: z.object({ message: z.string(), reasons: z.array(z.string()) }).optional(),
});

export type AuthUser = z.infer<typeof AuthUser>;
export type AuthSession = z.infer<typeof AuthSession>;
