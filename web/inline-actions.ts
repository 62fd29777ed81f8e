import { createContext } from 'react';
import type { Translator } from '../messages/translator.ts';
import type { Answer } from './answer-queue.ts';

/**
 * A button: its name within the message, its label and its action, which throws if it fails. Without a network, its
 * `answer` is sent later.
 */
export type InlineAction = { name: string; label: string; act: () => Promise<unknown>; answer?: Answer };

/** The actions offered in place of a link, and whether its page has more to show. */
type InPlace = { actions: readonly InlineAction[]; opens: boolean };

/** Resolves a message's link to inline actions, or to undefined when its page must be opened. */
export type ResolveInlineActions = (t: Translator, link: { label: string; path: string }) => InPlace | undefined;

const noActions: Promise<ResolveInlineActions> = Promise.resolve(() => undefined);
/**
 * Returns the same promise every time. The root frame provides it, because messages can be about any feature and their
 * own feature must not import those above it.
 */
export const InlineActionsContext = createContext<() => Promise<ResolveInlineActions>>(() => noActions);
