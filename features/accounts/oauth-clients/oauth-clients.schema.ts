import { z } from 'zod';
import { shortText } from '../../../text/short-text.ts';
import { instant } from '../../../time/instant-schema.ts';

const AuthMethod = z.enum(['none', 'client_secret_basic', 'client_secret_post'], {
  error: 'token_endpoint_auth_method must be none, client_secret_basic or client_secret_post.',
});
const GrantTypes = z
  .array(
    z.enum(['authorization_code', 'refresh_token'], {
      error: 'grant_types may contain authorization_code and refresh_token.',
    }),
  )
  .max(2, 'grant_types may contain each grant once.');
const text = z.string().max(2_048, 'An address may have at most 2,048 characters.');

/** The operator's input when registering an OAuth client. */
export const NewOAuthClient = z.object({
  client_name: shortText(200, {
    missing: 'client_name is required.',
    tooLong: 'client_name may have at most 200 characters.',
    unreadable: 'client_name needs at least one letter or digit.',
  }),
  client_uri: text.nullish(),
  logo_uri: text.nullish(),
  redirect_uris: z
    .array(text, { error: 'redirect_uris is required.' })
    .min(1, 'redirect_uris is required: enter at least one.')
    .max(10, 'redirect_uris may contain at most 10 addresses.'),
  client_type: z.enum(['public', 'confidential'], { error: 'client_type must be public or confidential.' }).nullish(),
  token_endpoint_auth_method: AuthMethod.nullish(),
  grant_types: GrantTypes.nullish(),
  response_types: z.array(z.literal('code', 'response_types may contain only code.')).max(1).nullish(),
  scope: z.string().max(200).nullish(),
});
export type NewOAuthClient = z.infer<typeof NewOAuthClient>;

/** Clients send `null` for fields they leave unchanged. */
export const OAuthClientChange = NewOAuthClient.omit({ client_type: true, response_types: true, scope: true }).extend({
  client_name: NewOAuthClient.shape.client_name.nullish(),
  redirect_uris: NewOAuthClient.shape.redirect_uris.nullish(),
});
export type OAuthClientChange = z.infer<typeof OAuthClientChange>;

/**
 * An OAuth client as the operator sees it. The secret is included only in the response to the request that created it.
 */
export const OAuthClient = z.object({
  client_id: z.uuid(),
  client_secret: z.string().optional(),
  client_name: z.string(),
  client_type: z.enum(['public', 'confidential']),
  token_endpoint_auth_method: AuthMethod,
  registration_type: z.literal('manual'),
  client_uri: z.string().optional(),
  logo_uri: z.string().optional(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.literal('code')),
  scope: z.string(),
  created_at: instant,
  updated_at: instant,
});
export type OAuthClient = z.infer<typeof OAuthClient>;
