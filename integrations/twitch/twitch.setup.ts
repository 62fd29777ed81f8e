import { askVendor, createFindings, type Finding, getField, toTrouble } from '../findings.ts';
import type { TwitchConfig } from './twitch.client.ts';

const { met, unmet, needed } = createFindings('twitch', 'Twitch');
const CONSOLE = 'https://dev.twitch.tv/console/apps';

const KEYS = 'The application signs in';
const LIVE = 'Who is live can be read';
const REDIRECT = 'People come back from Twitch';

/** @param config undefined when no key is set */
export async function checkTwitch(
  config: TwitchConfig | undefined,
  fetcher: typeof fetch,
  redirectUri: string,
): Promise<Finding[]> {
  if (!config) return [needed('Sign-in with Twitch', 'Set TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET.')];
  const { clientId, clientSecret } = config;
  const answer = await askVendor(fetcher, `${config.tokenBase}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
  });
  const wrongKey = `Make a new secret under ${CONSOLE} and set TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET.`;
  const token = getField('silent' in answer ? undefined : answer.body, 'access_token');
  if (typeof token !== 'string') {
    const trouble = toTrouble(answer, wrongKey) ?? {
      found: `It gave no token (${formatResponse(answer)}).`,
      todo: wrongKey,
    };
    return [unmet('keys', KEYS, trouble), await checkRedirect(config, fetcher, redirectUri)];
  }
  return [
    met('keys', KEYS, 'It was given a token.'),
    await checkLiveApi(config, fetcher, token),
    await checkRedirect(config, fetcher, redirectUri),
  ];
}

const formatResponse = (answer: object) => String(getField(answer, 'body', 'message') ?? getField(answer, 'status'));

async function checkLiveApi(config: TwitchConfig, fetcher: typeof fetch, token: string): Promise<Finding> {
  const answer = await askVendor(fetcher, `${config.apiBase}/helix/streams?first=1`, {
    headers: { Authorization: `Bearer ${token}`, 'Client-Id': config.clientId },
  });
  const trouble = toTrouble(answer, 'The token was refused: look again, and make a new secret if it stays.');
  if (trouble) return unmet('live', LIVE, trouble);
  return met('live', LIVE, 'The list of streams answered.');
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
  const answer = await askVendor(fetcher, `${config.signInBase}/oauth2/authorize?${query}`);
  if (!('silent' in answer) && answer.status < 400) return met('redirect', REDIRECT, `${redirectUri} is registered.`);
  const trouble = 'silent' in answer || answer.status >= 429 ? toTrouble(answer, '') : undefined;
  return unmet(
    'redirect',
    REDIRECT,
    trouble ?? {
      found: `Twitch refuses ${redirectUri} (${formatResponse(answer)}).`,
      todo: `Add exactly this address under ${CONSOLE}, your application, OAuth Redirect URLs.`,
    },
  );
}
