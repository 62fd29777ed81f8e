import { z } from 'zod';

export const SsoRequest = z.object({
  provider_id: z.string().nullish(),
  domain: z.string().nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
  gotrue_meta_security: z.unknown().optional(),
});
export type SsoRequest = z.infer<typeof SsoRequest>;
