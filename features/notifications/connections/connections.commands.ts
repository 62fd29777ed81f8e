import { isUniqueViolation } from '../../../db/database.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { subtractMs } from '../../../time/instants.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { getConnector } from '../channels.commands.ts';
import { CHANNEL_FACTS, type ConnectedChannel } from '../channels.schema.ts';
import * as messages from '../notifications.messages.ts';
import { deleteSuppression, listSuppressions } from '../notifications.queries.ts';
import { formatSuppressionMessage } from '../suppressed-channels.wording.ts';
import {
  claimState,
  deleteConnection,
  findConnectedName,
  saveOAuthState,
  upsertConnection,
} from './connections.queries.ts';
import type { ConnectionReturn, ConnectionStatus } from './connections.schema.ts';

const STATE_MS = 10 * MINUTE_MS;
/** Returns a connected account's brand name, which is the same in every language. */
const getAccountBrand = (channel: ConnectedChannel) => readerTranslator(CHANNEL_FACTS[channel].label);

/**
 * Returns whether a user can connect or has connected an account, with its name and why messages no longer reach it.
 */
export async function readConnection(deps: Deps, actor: Actor, channel: ConnectedChannel): Promise<ConnectionStatus> {
  const username = await findConnectedName(deps.db, actor.userId, channel);
  const suppression = (await listSuppressions(deps.db, actor.userId)).find((one) => one.channel === channel);
  return {
    available: getConnector(deps, channel) !== undefined,
    connected: username !== undefined,
    username: username ?? null,
    problem: suppression ? formatSuppressionMessage(readerTranslator, channel, suppression.why) : null,
  };
}

function requireConnector(deps: Deps, channel: ConnectedChannel) {
  const connector = getConnector(deps, channel);
  if (connector) return connector;
  throw new Refusal('unavailable', lazyText(messages.channelNotSetUp, { channel: getAccountBrand(channel) }));
}

/** @returns the URL where the user authorizes us, and the state that the vendor sends back */
export async function startConnection(
  deps: Deps,
  actor: Actor,
  channel: ConnectedChannel,
): Promise<{ url: string; state: string }> {
  const connector = requireConnector(deps, channel);
  const state = crypto.randomUUID();
  await saveOAuthState(deps.db, actor.userId, { channel, state }, deps.now());
  return { url: connector.url(state), state };
}

/**
 * Connects the account of a user who returns from the vendor.
 * @throws Refusal when the flow wasn't started by this user, or the vendor doesn't confirm the account
 */
export async function finishConnection(
  deps: Deps,
  actor: Actor,
  channel: ConnectedChannel,
  connectionReturn: ConnectionReturn,
): Promise<ConnectionStatus> {
  const connector = requireConnector(deps, channel);
  const since = subtractMs(deps.now(), STATE_MS);
  if (!(await claimState(deps.db, actor.userId, { channel, state: connectionReturn.state }, since))) {
    throw new Refusal('invalid', messages.connectionNotStarted, 'state');
  }
  const account = await connector.identify(connectionReturn);
  if (!account) {
    throw new Refusal(
      'invalid',
      lazyText(messages.connectionNotConfirmed, { channel: getAccountBrand(channel) }),
      'code',
    );
  }
  try {
    await upsertConnection(deps.db, actor.userId, { channel, ...account }, deps.now());
    await deleteSuppression(deps.db, actor.userId, channel);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal(
      'conflict',
      lazyText(messages.accountInUse, { channel: getAccountBrand(channel), account: account.name }),
    );
  }
  return readConnection(deps, actor, channel);
}

/** Deletes the connection, which ends messages to that account. */
export async function endConnection(deps: Deps, actor: Actor, channel: ConnectedChannel): Promise<ConnectionStatus> {
  await deleteConnection(deps.db, actor.userId, channel);
  return readConnection(deps, actor, channel);
}
