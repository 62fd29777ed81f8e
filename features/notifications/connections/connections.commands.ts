import { isUniqueViolation } from '../../../db/database.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { subtractMs } from '../../../time/instants.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { connectorOf } from '../channels.commands.ts';
import { CHANNEL_FACTS, type ConnectedChannel } from '../channels.schema.ts';
import { closuresOf, deleteClosure } from '../notifications.queries.ts';
import { suppressedMessage } from '../suppressed-channels.wording.ts';
import { claimState, connectedName, deleteConnection, putConnection, putState } from './connections.queries.ts';
import type { ConnectionReturn, ConnectionStanding } from './connections.schema.ts';

const STATE_MS = 10 * MINUTE_MS;
const labelOf = (channel: ConnectedChannel) => CHANNEL_FACTS[channel].label;

/** Whether and as whom somebody is connected. */
export async function readConnection(deps: Deps, actor: Actor, channel: ConnectedChannel): Promise<ConnectionStanding> {
  const username = await connectedName(deps.db, actor.userId, channel);
  const closed = (await closuresOf(deps.db, actor.userId)).find((one) => one.channel === channel);
  return {
    available: connectorOf(deps, channel) !== undefined,
    connected: username !== undefined,
    username: username ?? null,
    problem: closed ? suppressedMessage(channel, closed.why) : null,
  };
}

function connectorOrRefuse(deps: Deps, channel: ConnectedChannel) {
  const connector = connectorOf(deps, channel);
  if (connector) return connector;
  const label = labelOf(channel);
  throw new Refusal('unavailable', `${label} is not set up on this server, so it cannot be connected.`);
}

/** @returns the address where the person agrees, and the word that they come back with */
export async function startConnection(
  deps: Deps,
  actor: Actor,
  channel: ConnectedChannel,
): Promise<{ url: string; state: string }> {
  const connector = connectorOrRefuse(deps, channel);
  const state = crypto.randomUUID();
  await putState(deps.db, actor.userId, { channel, state }, deps.now());
  return { url: connector.url(state), state };
}

/**
 * Connects whoever came back.
 * @throws Refusal when the way back was not started by this person, or the vendor does not confirm it
 */
export async function finishConnection(
  deps: Deps,
  actor: Actor,
  channel: ConnectedChannel,
  back: ConnectionReturn,
): Promise<ConnectionStanding> {
  const connector = connectorOrRefuse(deps, channel);
  const since = subtractMs(deps.now(), STATE_MS);
  if (!(await claimState(deps.db, actor.userId, { channel, state: back.state }, since))) {
    throw new Refusal('invalid', 'This sign-in was not started here or took too long. Please try again.', 'state');
  }
  const account = await connector.identify(back);
  if (!account) {
    throw new Refusal('invalid', `${labelOf(channel)} did not confirm who you are. Please try again.`, 'code');
  }
  try {
    await putConnection(deps.db, actor.userId, { channel, ...account }, deps.now());
    await deleteClosure(deps.db, actor.userId, channel);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const sentence = `The ${labelOf(channel)} account ${account.name} is connected to another player already.`;
    throw new Refusal('conflict', sentence);
  }
  return readConnection(deps, actor, channel);
}

/** Ends messages there by forgetting the account. */
export async function endConnection(deps: Deps, actor: Actor, channel: ConnectedChannel): Promise<ConnectionStanding> {
  await deleteConnection(deps.db, actor.userId, channel);
  return readConnection(deps, actor, channel);
}
