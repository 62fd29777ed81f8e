import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';
import { KINDS, type Kind, type Link, type PushAction } from '../notifications.schema.ts';

/** So many browsers of one person hear from us. */
export const MAX_DEVICES = 10;

/** What the service worker is sent, as JSON. It stands on locked phones, so it names nobody. */
export type PushPayload = {
  title: string;
  body: string;
  /** On the screen, a newer one with the same tag takes the older one's place. */
  tag: string;
  /** The path that a press opens. */
  path: string;
  /** Over within seconds or minutes: it stays on the screen and buzzes again when it changes. */
  urgent: boolean;
  /** From this instant on, in ms since 1970, it asks nothing any more; null: it stays true. */
  over: number | null;
  actions: PushAction[];
  /** What the tag names is answered: it replaces what is on the screen, without a sound. */
  closes: boolean;
};

/** What a push is made of. */
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

/** A subscription as browsers write it; where it leads and whether its key is one is looked at by the command. */
const Subscription = z.object({
  endpoint: z.url({ error: 'This is no address of a push service.' }).max(1_000, 'This address is too long.'),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'The key of this browser is not complete.'),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/, 'The secret of this browser is not complete.'),
  }),
});
export type Subscription = z.infer<typeof Subscription>;

/** Kinds that can be asked for along with the device. */
const AskedKind = z.enum(
  (Object.keys(KINDS) as Kind[]).filter((kind) => kind !== 'security' && kind !== 'test') as [Kind, ...Kind[]],
  { error: 'There is no such kind of notification.' },
);

export const NewDevice = z.object({
  subscription: Subscription,
  /** What the press was about: switched on for push by hand, with what that means in quiet hours. */
  kinds: z.array(AskedKind).max(5, 'At most five kinds at once.').optional(),
});
export type NewDevice = z.infer<typeof NewDevice>;

export const Renewal = z.object({
  /** Only the browser itself and we know the secret of its subscription. */
  old: z.object({ endpoint: z.string().max(1_000), auth: z.string().max(40) }),
  subscription: Subscription,
});
export type Renewal = z.infer<typeof Renewal>;

const PushDevice = z.object({
  id: z.uuid(),
  name: z.string(),
  /** SHA-256 of its address as base64url: how a browser finds itself in the list. */
  fingerprint: z.string(),
  added_at: instant,
  last_sent_at: instant.nullable(),
});

export const PushStatus = z.object({
  /** What browsers bind a subscription to, as base64url. */
  public_key: z.string(),
  devices: z.array(PushDevice),
  most_devices: z.number().int(),
  /** Without the consent to be contacted, nothing but tests is sent. */
  consent: z.boolean(),
});
export type PushStatus = z.infer<typeof PushStatus>;
