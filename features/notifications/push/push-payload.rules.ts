import type { PushAction } from '../notifications.schema.ts';

/** Maximum number of buttons on phones. */
const MAX_ACTIONS = 2;
/** Maximum length of the actions. A push service accepts 4,096 bytes, and the envelope and the text need the rest. */
const MAX_ACTION_CHARACTERS = 1_500;
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;

type Push = { urgent: boolean; lines: readonly string[]; topic?: string | undefined; actions: readonly PushAction[] };

/**
 * Returns why a message can't be sent as a push, as a sentence for the developer.
 * @returns undefined when it can
 */
export function findPushFault({ urgent, lines, topic, actions }: Push): string | undefined {
  if (actions.length > MAX_ACTIONS) return `A push can have at most ${MAX_ACTIONS} actions.`;
  if (new Set(actions.map(({ action }) => action)).size < actions.length) return 'Each push action needs its own name.';
  if (actions.some(({ url }) => url !== undefined && !OWN_PATH.test(url))) {
    return 'Each push action must use one of our own paths.';
  }
  if (JSON.stringify(actions).length > MAX_ACTION_CHARACTERS) {
    return `All push actions together can have ${MAX_ACTION_CHARACTERS} characters.`;
  }
  // Answer tokens are wiped once a message expires, and only messages with a deadline expire.
  if (!urgent && actions.length > 0) return 'A push with actions needs a deadline.';
  if (urgent && lines.length === 0) return 'A message with a deadline needs text under its title.';
  return topic === '' ? "A topic can't be empty." : undefined;
}
