import { createContext } from 'react';

/** One press: its name among those of a message, what stands on it, and what it does; it throws why it did not. */
export type InlineAction = { name: string; label: string; act: () => Promise<unknown> };

/** What can be done about a link where it is shown, and whether its page has more to show than that. */
type InPlace = { actions: readonly InlineAction[]; opens: boolean };

/** What the link of a message means where it is shown, or undefined where its page has to be opened. */
export type RunInlineAction = (link: { label: string; path: string }) => InPlace | undefined;

const nothing: Promise<RunInlineAction> = Promise.resolve(() => undefined);
/**
 * The frame of all pages fills it: a message may be about anything, and its feature knows nothing of those above. It
 * gives the same promise every time.
 */
export const InlineActionsContext = createContext<() => Promise<RunInlineAction>>(() => nothing);
