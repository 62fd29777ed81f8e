import { z } from 'zod';

const Meta = z.record(z.string(), z.unknown()).nullish();

export const AdminUserInput = z.object({
  id: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: Meta,
  app_metadata: Meta,
  ban_duration: z.string().nullish(),
  role: z.string().nullish(),
  nonce: z.string().nullish(),
});
export type AdminUserInput = z.infer<typeof AdminUserInput>;

export const GenerateLink = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: Meta,
  redirect_to: z.string().nullish(),
});
export type GenerateLink = z.infer<typeof GenerateLink>;

export const InviteRequest = z.object({ email: z.string().nullish(), data: Meta });
export type InviteRequest = z.infer<typeof InviteRequest>;
