import { z } from 'zod';
import { optionalText } from '../../../text/short-text.ts';

export const EnrollFactor = z.object({
  factor_type: z.string().nullish(),
  friendly_name: optionalText(100, 'The name may have at most 100 characters.').nullish(),
  issuer: optionalText(200, 'The issuer may have at most 200 characters.').nullish(),
  phone: z.string().nullish(),
});
export type EnrollFactor = z.infer<typeof EnrollFactor>;

export const EnrolledFactor = z.object({
  id: z.uuid(),
  type: z.string(),
  friendly_name: z.string(),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }).optional(),
  phone: z.string().optional(),
});
export type EnrolledFactor = z.infer<typeof EnrolledFactor>;

export const ChallengeFactor = z.object({
  channel: z.string().nullish(),
  webauthn: z.record(z.string(), z.unknown()).nullish(),
  // The official client sends extra parameters.
  factorId: z.string().nullish(),
});

export const FactorChallenge = z.object({
  id: z.uuid(),
  type: z.string(),
  expires_at: z.int(),
  webauthn: z
    .object({ type: z.enum(['create', 'request']), credential_options: z.object({ publicKey: z.unknown() }) })
    .optional(),
});
export type FactorChallenge = z.infer<typeof FactorChallenge>;

export const VerifyFactor = z.object({
  challenge_id: z.string().nullish(),
  code: z.string().nullish(),
  webauthn: z.object({ type: z.string().nullish(), credential_response: z.unknown() }).nullish(),
});
export type VerifyFactor = z.infer<typeof VerifyFactor>;
