import { askVendor, createFindings, type Finding, getField, toTrouble } from '../findings.ts';
import type { TwitchConfig } from './twitch.client.ts';

const { met, unmet, needed } = createFindings('twitch', 'Twitch');
const CONSOLE = 'https://dev.twitch.tv/console/apps';

const KEYS = 'The application signs in';
const LIVE_LABEL = 'Live streams can be listed';
const REDIRECT = 'The redirect URL is registered';

/** @param config undefined when no key is set */
export async function checkTwitch(
  config: TwitchConfig | undefined,
  fetcher: typeof fetch,
  redirectUri: string,
): Promise<Finding[]> {
  if (!config) return [needed('Sign-in with Twitch', 'Set TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET.')];
  const { clientId, clientSecret } = config;
  const response = await askVendor(fetcher, `${config.tokenBase}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
  });
  const wrongKey = `Create a new secret at ${CONSOLE} and set TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET.`;
  const token = getField('silent' in response ? undefined : response.body, 'access_token');
  if (typeof token !== 'string') {
    const problem = toTrouble(response, wrongKey) ?? {
      found: `Twitch issued no token (${formatResponse(response)}).`,
      todo: wrongKey,
    };
    return [unmet('keys', KEYS, problem), await checkRedirect(config, fetcher, redirectUri)];
  }
  return [
    met('keys', KEYS, 'Twitch issued a token.'),
    await checkLiveApi(config, fetcher, token),
    await checkRedirect(config, fetcher, redirectUri),
  ];
}

const formatResponse = (response: object) =>
  String(getField(response, 'body', 'message') ?? getField(response, 'status'));

async function checkLiveApi(config: TwitchConfig, fetcher: typeof fetch, token: string): Promise<Finding> {
  const response = await askVendor(fetcher, `${config.apiBase}/helix/streams?first=1`, {
    headers: { Authorization: `Bearer ${token}`, 'Client-Id': config.clientId },
  });
  const problem = toTrouble(
    response,
    "The token was refused. Check again, and create a new secret if that doesn't help.",
  );
  if (problem) return unmet('live', LIVE_LABEL, problem);
  return met('live', LIVE_LABEL, 'Twitch returned the list of streams.');
}

/** Checks the redirect URL with the sign-in page, which rejects unregistered ones before it asks the user anything. */
async function checkRedirect(config: TwitchConfig, fetcher: typeof fetch, redirectUri: string): Promise<Finding> {
  const query = new URLSearchParams({
    client_id: config.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'user:read:email',
    state: 'go-live',
  });
  const response = await askVendor(fetcher, `${config.signInBase}/oauth2/authorize?${query}`);
  if (!('silent' in response) && response.status < 400)
    return met('redirect', REDIRECT, `${redirectUri} is registered.`);
  const problem = 'silent' in response || response.status >= 429 ? toTrouble(response, '') : undefined;
  return unmet(
    'redirect',
    REDIRECT,
    problem ?? {
      found: `Twitch refuses ${redirectUri} (${formatResponse(response)}).`,
      todo: `Add exactly this address at ${CONSOLE}, your application, OAuth Redirect URLs.`,
    },
  );
}
