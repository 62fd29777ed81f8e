import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { CONNECTED_CHANNELS } from '../channels.schema.ts';
import * as messages from '../notifications.messages.ts';

export const ConnectedChannel = z.enum(CONNECTED_CHANNELS, { error: issueText(messages.connectionUnknown) });

export const ConnectionStatus = z.object({
  /** Whether this installation supports the channel at all. */
  available: z.boolean(),
  connected: z.boolean(),
  username: z.string().nullable(),
  /** Why we can no longer send to this account, and how to fix it. */
  problem: z.string().nullable(),
});
export type ConnectionStatus = z.infer<typeof ConnectionStatus>;

/** URL where the user authorizes us, and the state that the vendor sends back. */
export const ConnectionStart = z.object({ url: z.url(), state: z.uuid() });

export const ConnectionReturn = z.object({
  /** Code from the vendor, if its page redirects back to us. */
  code: z.string().max(500).optional(),
  state: z.uuid({ error: issueText(messages.connectionStateInvalid) }),
});
export type ConnectionReturn = z.infer<typeof ConnectionReturn>;
