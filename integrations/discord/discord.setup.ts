import { askVendor, createFindings, type Finding, getField, toTrouble } from '../findings.ts';
import { type DiscordConfig, sendDiscordMessage } from './discord.client.ts';

const { met, unmet, off } = createFindings('discord', 'Discord');
const PORTAL = 'https://discord.com/developers/applications';

const BOT = 'The bot signs in';
const SECRET = 'People can be asked who they are';
const REDIRECTS = 'People come back from Discord';
const INSTALL = 'People can add the application, so that the bot may write to them';
const MESSAGE = 'A message arrives';

/**
 * @param config undefined when no key is set
 * @param wanted `redirects`: the URLs users return to; `messageTo`: id of a Discord account that gets a test message
 */
export async function checkDiscord(
  config: DiscordConfig | undefined,
  fetcher: typeof fetch,
  wanted: { redirects: string[]; messageTo?: string | undefined },
): Promise<Finding[]> {
  if (!config) {
    return [
      off(
        'Direct messages',
        'Set DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_BOT_TOKEN, or do without Discord.',
      ),
    ];
  }
  const answer = await askVendor(fetcher, `${config.apiBase}/applications/@me`, {
    headers: { Authorization: `Bot ${config.botToken}`, 'User-Agent': config.userAgent },
  });
  const trouble = toTrouble(
    answer,
    `Make a new token under ${PORTAL}, your application, Bot, and set DISCORD_BOT_TOKEN.`,
  );
  if (trouble) return [unmet('bot', BOT, trouble)];
  const { body } = answer as { body: unknown };
  return [
    checkBot(config, body),
    await checkSecret(config, fetcher, wanted.redirects[0]!),
    checkRedirect(wanted.redirects, body),
    checkInstall(body),
    ...(wanted.messageTo ? [await checkMessage(config, fetcher, wanted.messageTo)] : []),
  ];
}

function checkBot(config: DiscordConfig, body: unknown): Finding {
  const id = getField(body, 'id');
  if (id === config.clientId) return met('bot', BOT, `It belongs to the application ${getField(body, 'name') ?? id}.`);
  return unmet('bot', BOT, {
    found: `The bot belongs to the application ${id}, DISCORD_CLIENT_ID names ${config.clientId}.`,
    todo: 'Set the id, the secret and the token of one and the same application.',
  });
}

/** Checks the secret with a made-up code. Discord checks the secret first, so a rejected code means it's right. */
async function checkSecret(config: DiscordConfig, fetcher: typeof fetch, redirectUri: string): Promise<Finding> {
  const answer = await askVendor(fetcher, `${config.apiBase}/oauth2/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`,
      'User-Agent': config.userAgent,
    },
    body: new URLSearchParams({ grant_type: 'authorization_code', code: 'go-live', redirect_uri: redirectUri }),
  });
  const todo = `Reset the secret under ${PORTAL}, your application, OAuth2, and set DISCORD_CLIENT_SECRET.`;
  const trouble = toTrouble(answer, todo);
  if (trouble) return unmet('secret', SECRET, trouble);
  if (getField((answer as { body: unknown }).body, 'error') === 'invalid_client') {
    return unmet('secret', SECRET, { found: 'It does not take DISCORD_CLIENT_SECRET.', todo });
  }
  return met('secret', SECRET, 'Discord takes the secret of the application.');
}

function checkRedirect(wanted: string[], body: unknown): Finding {
  const registered = (getField(body, 'redirect_uris') ?? []) as string[];
  const missingRedirects = wanted.filter((one) => !registered.includes(one));
  if (missingRedirects.length === 0) return met('redirects', REDIRECTS, `Its redirects hold ${wanted.join(' and ')}.`);
  return unmet('redirects', REDIRECTS, {
    found: `Its redirects do not hold ${missingRedirects.join(' and ')}.`,
    todo: `Add them under ${PORTAL}, your application, OAuth2, Redirects.`,
  });
}

function checkInstall(body: unknown): Finding {
  // "1" is a user install, "0" a server install.
  const byPerson = getField(body, 'integration_types_config', '1');
  if (byPerson) return met('install', INSTALL, 'It may be installed by persons.');
  return unmet('install', INSTALL, {
    found: 'It may be installed by servers only, so the bot reaches nobody who shares no server with it (50278).',
    todo: `Switch on "User Install" under ${PORTAL}, your application, Installation.`,
  });
}

async function checkMessage(config: DiscordConfig, fetcher: typeof fetch, to: string): Promise<Finding> {
  const outcome = await sendDiscordMessage(config, fetcher, {
    discordId: to,
    content: 'Planet Crew can write to you.',
    nonce: crypto.randomUUID().replaceAll('-', '').slice(0, 25),
  });
  if (outcome.outcome === 'sent') return met('message', MESSAGE, `Discord took a message to ${to}.`);
  return unmet('message', MESSAGE, {
    found: `${outcome.error}.`,
    todo: 'Add the application to your own account, allow direct messages from it, and look again.',
  });
}
