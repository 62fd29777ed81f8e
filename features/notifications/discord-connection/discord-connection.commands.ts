import { paths } from '../../../content/paths.ts';
import { isUniqueViolation } from '../../../db/database.ts';
import {
  DiscordError,
  discordConfig,
  discordSignInUrl,
  discordUserOf,
} from '../../../integrations/discord/discord.client.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { closedSentence } from '../closed-channels.wording.ts';
import { closuresOf, deleteClosure } from '../notifications.queries.ts';
import { claimState, deleteConnection, discordNameOf, putConnection, putState } from './discord-connection.queries.ts';
import type { DiscordStanding } from './discord-connection.schema.ts';

const STATE_MS = 10 * MINUTE_MS;
const returnAddress = (deps: Deps) => `${deps.env.origin}${paths.discord}`;

/** Whether and as whom somebody is connected to Discord. */
export async function readDiscord(deps: Deps, actor: Actor): Promise<DiscordStanding> {
  const username = await discordNameOf(deps.db, actor.userId);
  const closed = (await closuresOf(deps.db, actor.userId)).find(({ channel }) => channel === 'discord');
  return {
    available: discordConfig(deps.env) !== undefined,
    connected: username !== undefined,
    username: username ?? null,
    problem: closed ? closedSentence('discord', closed.why) : null,
  };
}

function configOrRefuse(deps: Deps) {
  const config = discordConfig(deps.env);
  if (!config) throw new Refusal('unavailable', 'Discord is not set up on this server, so it cannot be connected.');
  return config;
}

/** @returns the address at Discord where the person agrees; it comes back to /protocol/discord */
export async function startDiscord(deps: Deps, actor: Actor): Promise<{ url: string }> {
  const config = configOrRefuse(deps);
  const state = crypto.randomUUID();
  await putState(deps.db, actor.userId, state, deps.now());
  return { url: discordSignInUrl(config, returnAddress(deps), state) };
}

/**
 * Connects whoever came back from Discord.
 * @throws Refusal when the way back was not started by this person, or Discord says no
 */
export async function finishDiscord(
  deps: Deps,
  actor: Actor,
  back: { code: string; state: string },
): Promise<DiscordStanding> {
  const config = configOrRefuse(deps);
  const since = new Date(deps.now().getTime() - STATE_MS);
  if (!(await claimState(deps.db, actor.userId, back.state, since))) {
    throw new Refusal('invalid', 'This sign-in was not started here or took too long. Please try again.', 'state');
  }
  const user = await discordUserOf(config, deps.fetch, back.code, returnAddress(deps)).catch((error: unknown) => {
    if (!(error instanceof DiscordError)) throw error;
    throw new Refusal('invalid', 'Discord did not confirm who you are. Please try again.', 'code');
  });
  try {
    await putConnection(deps.db, actor.userId, user, deps.now());
    await deleteClosure(deps.db, actor.userId, 'discord');
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('conflict', `The Discord account ${user.username} is connected to another player already.`);
  }
  return readDiscord(deps, actor);
}

/** Ends direct messages by forgetting the account. */
export async function disconnectDiscord(deps: Deps, actor: Actor): Promise<DiscordStanding> {
  await deleteConnection(deps.db, actor.userId);
  return readDiscord(deps, actor);
}
