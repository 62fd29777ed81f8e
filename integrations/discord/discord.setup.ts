import { askVendor, createFindings, type Finding, getField, toTrouble } from '../findings.ts';
import { type DiscordConfig, sendDiscordMessage } from './discord.client.ts';

const { met, unmet, off } = createFindings('discord', 'Discord');
const PORTAL = 'https://discord.com/developers/applications';

const BOT = 'The bot signs in';
const SECRET = 'People can sign in';
const REDIRECTS = 'Redirects are registered';
const INSTALL = 'People can add the application, so the bot can message them';
const MESSAGE = 'A test message is sent';

/**
 * @param config undefined when no key is set
 * @param botNeeds `redirects`: the URLs users return to; `messageTo`: id of a Discord account that gets a test message
 */
export async function checkDiscord(
  config: DiscordConfig | undefined,
  fetcher: typeof fetch,
  botNeeds: { redirects: string[]; messageTo?: string | undefined },
): Promise<Finding[]> {
  if (!config) {
    return [
      off(
        'Direct messages',
        'Set DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_BOT_TOKEN, or go without Discord.',
      ),
    ];
  }
  const response = await askVendor(fetcher, `${config.apiBase}/applications/@me`, {
    headers: { Authorization: `Bot ${config.botToken}`, 'User-Agent': config.userAgent },
  });
  const problem = toTrouble(
    response,
    `Create a new token at ${PORTAL}, your application, Bot, and set DISCORD_BOT_TOKEN.`,
  );
  if (problem) return [unmet('bot', BOT, problem)];
  const { body } = response as { body: unknown };
  return [
    checkBot(config, body),
    await checkSecret(config, fetcher, botNeeds.redirects[0]!),
    checkRedirect(botNeeds.redirects, body),
    checkInstall(body),
    ...(botNeeds.messageTo ? [await checkMessage(config, fetcher, botNeeds.messageTo)] : []),
  ];
}

function checkBot(config: DiscordConfig, body: unknown): Finding {
  const id = getField(body, 'id');
  if (id === config.clientId) return met('bot', BOT, `It belongs to the application ${getField(body, 'name') ?? id}.`);
  return unmet('bot', BOT, {
    found: `The bot belongs to the application ${id}, but DISCORD_CLIENT_ID is ${config.clientId}.`,
    todo: 'Set the ID, the secret and the token of the same application.',
  });
}

/**
 * Checks the secret with a made-up code. Discord checks the secret before the code, so the secret is right if only the
 * code is rejected.
 */
async function checkSecret(config: DiscordConfig, fetcher: typeof fetch, redirectUri: string): Promise<Finding> {
  const response = await askVendor(fetcher, `${config.apiBase}/oauth2/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`,
      'User-Agent': config.userAgent,
    },
    body: new URLSearchParams({ grant_type: 'authorization_code', code: 'go-live', redirect_uri: redirectUri }),
  });
  const todo = `Reset the secret at ${PORTAL}, your application, OAuth2, and set DISCORD_CLIENT_SECRET.`;
  const problem = toTrouble(response, todo);
  if (problem) return unmet('secret', SECRET, problem);
  if (getField((response as { body: unknown }).body, 'error') === 'invalid_client') {
    return unmet('secret', SECRET, { found: 'Discord rejects DISCORD_CLIENT_SECRET.', todo });
  }
  return met('secret', SECRET, "Discord accepts the application's secret.");
}

function checkRedirect(redirects: string[], body: unknown): Finding {
  const registeredUrls = (getField(body, 'redirect_uris') ?? []) as string[];
  const missingRedirects = redirects.filter((one) => !registeredUrls.includes(one));
  if (missingRedirects.length === 0)
    return met('redirects', REDIRECTS, `Its redirects include ${redirects.join(' and ')}.`);
  return unmet('redirects', REDIRECTS, {
    found: `Its redirects don't include ${missingRedirects.join(' and ')}.`,
    todo: `Add them at ${PORTAL}, your application, OAuth2, Redirects.`,
  });
}

function checkInstall(body: unknown): Finding {
  // "1" is a user install, "0" a server install.
  const byPerson = getField(body, 'integration_types_config', '1');
  if (byPerson) return met('install', INSTALL, 'People can install it.');
  return unmet('install', INSTALL, {
    found: "Only servers can install it, so the bot can't reach people who don't share a server with it (50278).",
    todo: `Turn on "User Install" at ${PORTAL}, your application, Installation.`,
  });
}

async function checkMessage(config: DiscordConfig, fetcher: typeof fetch, to: string): Promise<Finding> {
  const outcome = await sendDiscordMessage(config, fetcher, {
    discordId: to,
    content: 'Planet Crew can send you messages.',
    nonce: crypto.randomUUID().replaceAll('-', '').slice(0, 25),
  });
  if (outcome.outcome === 'sent') return met('message', MESSAGE, `Discord accepted a message to ${to}.`);
  return unmet('message', MESSAGE, {
    found: `${outcome.error}.`,
    todo: 'Add the application to your own account, allow direct messages from it, and check again.',
  });
}
