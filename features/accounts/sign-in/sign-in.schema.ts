import { z } from 'zod';

const Challenge = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
  gotrue_meta_security: z.unknown().optional(),
};
const Data = z.record(z.string(), z.unknown()).nullish();

/** A sign-up with an email or phone and a password. Without either, it's anonymous. */
export const SignUpInput = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  channel: z.string().nullish(),
  data: Data,
  ...Challenge,
});
export type SignUpInput = z.infer<typeof SignUpInput>;

export const RedirectQuery = z.object({ redirect_to: z.string().optional() });

/** The fields of all grant types. Each grant type checks the fields it needs. */
export const TokenRequest = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  refresh_token: z.string().nullish(),
  auth_code: z.string().nullish(),
  code_verifier: z.string().nullish(),
  provider: z.string().nullish(),
  id_token: z.string().nullish(),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  issuer: z.string().nullish(),
  chain: z.string().nullish(),
  message: z.string().nullish(),
  // Wallets encode the bytes in different ways.
  signature: z.unknown().optional(),
  gotrue_meta_security: z.unknown().optional(),
});
export type TokenRequest = z.infer<typeof TokenRequest>;

export const OtpRequest = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  channel: z.string().nullish(),
  data: Data,
  ...Challenge,
});
export type OtpRequest = z.infer<typeof OtpRequest>;

export const RecoverRequest = z.object({ email: z.string().nullish(), ...Challenge });
export type RecoverRequest = z.infer<typeof RecoverRequest>;

export const ResendRequest = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...Challenge,
});
export type ResendRequest = z.infer<typeof ResendRequest>;

export const VerifyRequest = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  redirect_to: z.string().nullish(),
  gotrue_meta_security: z.unknown().optional(),
});
export type VerifyRequest = z.infer<typeof VerifyRequest>;

export const UserUpdate = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  channel: z.string().nullish(),
  data: Data,
  app_metadata: z.unknown().optional(),
  ...Challenge,
});
export type UserUpdate = z.infer<typeof UserUpdate>;
