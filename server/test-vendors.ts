import { Hono } from 'hono';
import { z } from 'zod';
import { openContractSchemas } from '../integrations/contract-schemas.ts';
import discordPublished from '../integrations/discord/discord.published.json' with { type: 'json' };
import { createDiscordSandbox } from '../integrations/discord/discord.sandbox.ts';
import { createSmsSandbox } from '../integrations/sms/sms.sandbox.ts';
import twilioPublished from '../integrations/sms/twilio.published.json' with { type: 'json' };
import { createSolanaSandbox } from '../integrations/solana/solana.sandbox.ts';
import {
  TokenAccountsRequest,
  TokenAccountsResponse,
  TokenSupplyRequest,
  TokenSupplyResponse,
} from '../integrations/solana/solana-shapes.ts';
import helixPublished from '../integrations/twitch/helix.published.json' with { type: 'json' };
import { createTwitchSandbox } from '../integrations/twitch/twitch.sandbox.ts';

const word = z.string().min(1);
/** https://docs.discord.com/developers/topics/oauth2 and https://dev.twitch.tv/docs/authentication/getting-tokens-oauth */
const DiscordToken = z.union([
  z.strictObject({
    access_token: word,
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
    refresh_token: word,
    scope: z.string(),
  }),
  z.strictObject({ error: word, error_description: z.string().optional() }),
]);
const TwitchToken = z.union([
  z.strictObject({
    access_token: word,
    refresh_token: word,
    expires_in: z.number(),
    scope: z.array(z.string()),
    token_type: z.literal('bearer'),
  }),
  z.strictObject({ access_token: word, expires_in: z.number(), token_type: z.literal('bearer') }),
  z.strictObject({ status: z.number(), message: z.string() }),
]);
const code = { grant_type: z.literal('authorization_code'), code: word, redirect_uri: z.url() };
const credentials = { client_id: word, client_secret: word };
const TokenForms = {
  discord: z.union([z.strictObject(code), z.strictObject({ ...code, ...credentials })]),
  twitch: z.union([
    z.strictObject({ ...code, ...credentials }),
    z.strictObject({ ...credentials, grant_type: z.literal('client_credentials') }),
  ]),
};

type Check = (request: Request, answer: Response) => Promise<string[]>;
type FoundCheck = { call: string; check: Check } | undefined;

const listIssues = (what: string, type: z.ZodType, value: unknown) =>
  (type.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${what} ${path.join('.')}: ${message}`);

/** Creates a lookup of a vendor's published calls under a base URL of the sandboxes. */
function createDocumented(name: string, base: string, document: Parameters<typeof openContractSchemas>[0]) {
  const schemas = openContractSchemas(document);
  return (method: string, path: string): FoundCheck => {
    const call = path.startsWith(base) ? schemas.findCall(method, path.slice(base.length)) : undefined;
    if (!call) return undefined;
    const check: Check = async (request, response) => [
      ...(await schemas.findRequestFaults(call, request)),
      ...(await schemas.findResponseFaults(call, response)),
    ];
    return { call: `${name} ${call}`, check };
  };
}

const checkTokens = (name: string, form: z.ZodType, responseSchema: z.ZodType): FoundCheck => ({
  call: `${name} POST /oauth2/token`,
  check: async (request, response) => [
    ...listIssues('form', form, Object.fromEntries(new URLSearchParams(await request.text()))),
    ...listIssues('answer', responseSchema, await response.clone().json()),
  ],
});

const solana: FoundCheck = {
  call: 'Solana JSON-RPC',
  check: async (request, response) => [
    ...listIssues('request', z.union([TokenAccountsRequest, TokenSupplyRequest]), await request.json()),
    ...(response.ok
      ? listIssues('answer', z.union([TokenAccountsResponse, TokenSupplyResponse]), await response.clone().json())
      : []),
  ],
};

/** The vendor's sign-in page. The test only checks that it accepts our URL; its content doesn't matter. */
const AuthorizeQuery = z.strictObject({
  client_id: word,
  redirect_uri: z.url(),
  response_type: z.literal('code'),
  scope: z.string(),
  state: word,
});
const authorize: FoundCheck = {
  call: 'Twitch GET /oauth2/authorize',
  check: async ({ url }) => listIssues('query', AuthorizeQuery, Object.fromEntries(new URL(url).searchParams)),
};

const documents = [
  createDocumented('Discord', '/sandbox/discord/api/v10', discordPublished),
  createDocumented('Twilio', '/sandbox/sms', twilioPublished),
  createDocumented('Helix', '/sandbox/twitch/helix', helixPublished),
];

function find(method: string, path: string): FoundCheck {
  if (path === '/sandbox/discord/api/v10/oauth2/token') return checkTokens('Discord', TokenForms.discord, DiscordToken);
  if (path === '/sandbox/twitch/oauth2/token') return checkTokens('Twitch', TokenForms.twitch, TwitchToken);
  if (path === '/sandbox/twitch/oauth2/authorize') return authorize;
  if (path === '/sandbox/solana/rpc') return solana;
  for (const document of documents) {
    const found = document(method, path);
    if (found) return found;
  }
  return undefined;
}

/** All published calls, by their names in the recording. */
export const PUBLISHED_CALLS = [
  ...Object.keys(discordPublished.calls).map((call) => `Discord ${call}`),
  ...Object.keys(twilioPublished.calls).map((call) => `Twilio ${call}`),
  ...Object.keys(helixPublished.calls).map((call) => `Helix ${call}`),
  ...['Discord POST /oauth2/token', 'Twitch POST /oauth2/token', authorize!.call, solana!.call],
];

/**
 * Creates the sandboxes behind a network that records every call and checks it against the vendors' published schemas,
 * independently of the sandboxes' own checks.
 * @param spoil changes a response in transit, to test that the difference is detected
 */
export function createRecordedVendors({ spoil = (_call: string, response: Response) => response } = {}) {
  const calls: { call: string; status: number }[] = [];
  const differences: string[] = [];
  const app = new Hono()
    .route('/sandbox/discord', createDiscordSandbox())
    .route('/sandbox/sms', createSmsSandbox({ fetch: async () => new Response() }))
    .route('/sandbox/twitch', createTwitchSandbox({ players: async () => [] }))
    .route('/sandbox/solana', createSolanaSandbox());
  const fetch = (async (input, init) => {
    const request = new Request(input, init);
    const found = find(request.method, new URL(request.url).pathname);
    const response = await app.fetch(request.clone());
    const call = found?.call ?? `not published: ${request.method} ${request.url}`;
    const finalResponse = spoil(call, response);
    calls.push({ call, status: finalResponse.status });
    const faults = found ? await found.check(request, finalResponse) : ['nothing is published about it'];
    differences.push(...faults.map((fault) => `${call}: ${fault}`));
    return finalResponse;
  }) as typeof globalThis.fetch;
  return { app, fetch, calls, differences };
}
