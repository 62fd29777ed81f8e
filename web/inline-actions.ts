import { createContext } from 'react';

/** One button: its name within the message, its label and its action, which throws an error when it fails. */
export type InlineAction = { name: string; label: string; act: () => Promise<unknown> };

/** The actions a link offers in place, and whether its page has more to show. */
type InPlace = { actions: readonly InlineAction[]; opens: boolean };

/** Resolves a message's link to inline actions, or to undefined when its page must be opened. */
export type RunInlineAction = (link: { label: string; path: string }) => InPlace | undefined;

const nothing: Promise<RunInlineAction> = Promise.resolve(() => undefined);
/**
 * The root frame provides this, because a message can be about anything and its feature mustn't know the features above
 * it. It returns the same promise every time.
 */
export const InlineActionsContext = createContext<() => Promise<RunInlineAction>>(() => nothing);
