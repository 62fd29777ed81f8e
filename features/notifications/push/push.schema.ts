import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import * as messages from '../notifications.messages.ts';
import { KINDS, type Kind, type Link, type PushAction } from '../notifications.schema.ts';

/** Maximum number of browsers with push per user. */
export const MAX_DEVICES = 10;

/** The JSON sent to the service worker. It shows on locked phones, so it doesn't name anyone. */
export type PushPayload = {
  title: string;
  body: string;
  /** Tag; a newer push with the same tag replaces it on screen. */
  tag: string;
  /** The path that a tap opens. */
  path: string;
  /**
   * Whether the push expires within seconds or minutes, so it stays on screen and makes a sound again when it changes.
   */
  urgent: boolean;
  /** Time when it no longer needs an answer, in ms since 1970; null if it never expires. */
  over: number | null;
  actions: PushAction[];
  /** Whether the question with this tag was answered, so this silently replaces the push on screen. */
  closes: boolean;
};

/** Data that a push is built from. */
export type PushSource = {
  outboxId: string;
  kind: Kind;
  title: string;
  lines: readonly string[];
  address: Link['path'] | null;
  urgent: boolean;
  usefulUntil: Date | null;
  topic: string | null;
  closes: boolean;
  pushActions: PushAction[];
};

/** A subscription in the browser's format; the command checks its URL and its key. */
const Subscription = z.object({
  endpoint: z.url({ error: issueText(messages.pushAddressInvalid) }).max(1_000, issueText(messages.pushAddressTooLong)),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, issueText(messages.pushKeyIncomplete)),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/, issueText(messages.pushSecretIncomplete)),
  }),
});
export type Subscription = z.infer<typeof Subscription>;

/** Kinds that can be turned on along with the device. */
const AskedKind = z.enum(
  (Object.keys(KINDS) as Kind[]).filter((kind) => kind !== 'security' && kind !== 'test') as [Kind, ...Kind[]],
  { error: issueText(messages.kindUnknown) },
);

export const NewDevice = z.object({
  subscription: Subscription,
  /** Kinds to turn on with the device. Because the user turns them on explicitly, some may also break quiet hours. */
  kinds: z.array(AskedKind).max(5, issueText(messages.tooManyKinds)).optional(),
});
export type NewDevice = z.infer<typeof NewDevice>;

export const Renewal = z.object({
  /** Previous subscription, whose secret only the browser and we know. */
  old: z.object({ endpoint: z.string().max(1_000), auth: z.string().max(40) }),
  subscription: Subscription,
});
export type Renewal = z.infer<typeof Renewal>;

const PushDevice = z.object({
  id: z.uuid(),
  name: z.string(),
  /** SHA-256 of the device's push URL as base64url, so a browser finds itself in the list. */
  fingerprint: z.string(),
  added_at: instant,
  last_sent_at: instant.nullable(),
});

export const PushStatus = z.object({
  /** Key that browsers bind a subscription to, as base64url. */
  public_key: z.string(),
  devices: z.array(PushDevice),
  most_devices: z.number().int(),
  /** Whether the user may be contacted. If not, only tests are sent. */
  consent: z.boolean(),
});
export type PushStatus = z.infer<typeof PushStatus>;
