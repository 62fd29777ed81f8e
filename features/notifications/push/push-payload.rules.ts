import type { PushAction } from '../notifications.schema.ts';

/** Phones show at most two. */
const MAX_ACTIONS = 2;
/** A push service accepts 4,096 bytes; the envelope and the message text need the rest. */
const MAX_ACTION_CHARACTERS = 1_500;
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;

type Push = { urgent: boolean; lines: readonly string[]; topic?: string | undefined; actions: readonly PushAction[] };

/**
 * Returns what's wrong with a message as a push, as a sentence for the developer.
 * @returns undefined when nothing is
 */
export function findPushFault({ urgent, lines, topic, actions }: Push): string | undefined {
  if (actions.length > MAX_ACTIONS) return `A push has at most ${MAX_ACTIONS} actions.`;
  if (new Set(actions.map(({ action }) => action)).size < actions.length)
    return 'Each action of a push has its own name.';
  if (actions.some(({ url }) => url !== undefined && !OWN_PATH.test(url))) {
    return 'An action of a push answers at a path of our own.';
  }
  if (JSON.stringify(actions).length > MAX_ACTION_CHARACTERS) {
    return `The actions of a push have room for ${MAX_ACTION_CHARACTERS} characters.`;
  }
  // Answer tokens are wiped once a message expires, and only messages with a deadline expire.
  if (!urgent && actions.length > 0) return 'A push with actions has a deadline.';
  if (urgent && lines.length === 0) return 'A message with a deadline says something under its title.';
  return topic === '' ? 'A topic that is given names something.' : undefined;
}
