import { z } from 'zod';
import { longText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';

/** To play at once, or in a window of today's hours. */
export const QUEUE_KINDS = ['now', 'tonight'] as const;
export const QueueKind = z.enum(QUEUE_KINDS, { error: 'Choose to play now or tonight.' });
export type QueueKind = z.infer<typeof QueueKind>;

/** How somebody who is asked by a check stands; only the first two sit on its seat. */
export type SeatState = 'asked' | 'ready' | 'declined' | 'silent' | 'unreached' | 'parted' | 'gone' | 'released';

const REFRESH_MESSAGE = 'Please look at the queue again and press there.';
const instantField = (error: string) => z.iso.datetime({ error }).transform((text) => new Date(text));

/** What somebody who wants to play says. */
export const JoinInput = z.object({
  kind: QueueKind,
  /** Tonight: from when and until when they could play. */
  from: instantField('Choose from when you could play.').nullish(),
  until: instantField('Choose until when you could play.').nullish(),
  /** The leader takes their whole party along. */
  with_party: z.boolean().default(false),
  /** Squads without a common language are welcome, too. */
  any_language: z.boolean().default(false),
});
export type JoinInput = z.output<typeof JoinInput>;

/** Which ticket a word is about, and which version of it was seen. */
export const TicketRef = z.object({
  ticket_id: z.uuid(REFRESH_MESSAGE),
  version: z.number({ error: REFRESH_MESSAGE }).int(),
});

/** Which version of the check a word is about. */
export const CheckVersion = z.object({ version: z.number({ error: REFRESH_MESSAGE }).int() });
export const CheckAnswer = z.enum(['ready', 'not_now'], { error: 'Answer that you are ready, or not now.' });
export type CheckAnswer = z.infer<typeof CheckAnswer>;
export const CheckAnswerInput = CheckVersion.extend({ answer: CheckAnswer });
/** The same from a notification: the word that came with it stands for the person, the check and its version. */
export const CheckTokenInput = z.object({ token: z.string().max(500), answer: CheckAnswer });
/** What a notification shows once it was answered. */
export const CheckTokenResult = z.object({ sentence: z.string() });

/** How long it usually takes, told from those who waited in the last hours; seconds. */
const Wait = z.object({
  /** Null while too few were seen to say so. */
  low_seconds: z.number().nullable(),
  high_seconds: z.number().nullable(),
  /** How many waits this is told from. */
  seen: z.number().int(),
  sentence: z.string(),
});
export type Wait = z.infer<typeof Wait>;

const Face = z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() });
export type Face = z.infer<typeof Face>;

/** A limit that gives way with waiting, and since or from when it does for this ticket. */
const Relaxed = z.object({ at: instant, in_force: z.boolean(), sentence: z.string() });

export const QueueTicket = z.object({
  id: z.uuid(),
  /** To be named by whatever is said about it. */
  version: z.number().int(),
  kind: QueueKind,
  /** Since when they wait; what breaks off on the way does not make it later. */
  since: instant,
  window: z.object({ from: instant, until: instant }).nullable(),
  any_language: z.boolean(),
  /** Who queues together, the caller first. */
  members: z.array(Face),
  /** How many of the five fit together by now, the caller's own included; 1 to 4. */
  found: z.number().int(),
  relaxed: z.array(Relaxed),
  wait: Wait,
  /** Until when to say that one is still there; null while nobody asks. */
  still_until: instant.nullable(),
});
export type QueueTicket = z.infer<typeof QueueTicket>;

const CheckSeat = z.object({
  position: z.string(),
  /** Null while the seat is empty. */
  player: Face.nullable(),
  state: z.enum(['asked', 'ready', 'empty']),
  is_you: z.boolean(),
});
export type CheckSeat = z.infer<typeof CheckSeat>;

/** The seconds (for tonight: minutes) in which all of a found group say yes. */
export const QueueCheck = z.object({
  id: z.uuid(),
  /** To be named by whatever answers it. */
  version: z.number().int(),
  kind: QueueKind,
  /** The caller's own answer. */
  my_answer: z.enum(['ready']).nullable(),
  /** Until when the caller can answer. */
  deadline: instant,
  /** How long they had to answer from the beginning; seconds. */
  seconds: z.number().int(),
  /** While one empty seat is filled again: until when those who said yes are held. */
  held_until: instant.nullable(),
  /** Tonight: the hour at which they would play. */
  starts_at: instant.nullable(),
  score: z.number(),
  /** What speaks for these five, as sentences. */
  reasons: z.array(z.string()),
  /** The five seats, in the order of the court. */
  seats: z.array(CheckSeat),
});
export type QueueCheck = z.infer<typeof QueueCheck>;

/** What became of the caller's last ticket or check, for the page to say once. */
export const QueueOutcome = z.object({
  /** Changes with each outcome. */
  id: z.uuid(),
  kind: z.enum(['squad', 'requeued', 'out']),
  sentence: z.string(),
  squad_id: z.uuid().nullable(),
  at: instant,
});
export type QueueOutcome = z.infer<typeof QueueOutcome>;

export const QueueState = z.object({
  /** The server's time. */
  now: instant,
  /** Why the caller cannot join now, with the way out; null when they can. */
  obstacle: z
    .object({
      sentence: z.string(),
      action: z.object({ label: z.string(), path: z.string() }).nullable(),
      /** From when they can, where time alone helps. */
      until: instant.nullable(),
    })
    .nullable(),
  /** The caller's usual wait, by kind. */
  waits: z.object({ now: Wait, tonight: Wait }),
  /** Those whom the caller takes along who leads a party, or would be taken along by; null without one. */
  party: z.object({ you_lead: z.boolean(), members: z.array(Face), obstacle: z.string().nullable() }).nullable(),
  /** What else is open, to be known before one joins, as sentences. */
  beside: z.array(z.object({ sentence: z.string(), path: z.string() })),
  /** A warning or time-out for letting others wait; null without one. */
  mark: z.object({ sentence: z.string(), until: instant.nullable() }).nullable(),
  ticket: QueueTicket.nullable(),
  check: QueueCheck.nullable(),
  outcome: QueueOutcome.nullable(),
});
export type QueueState = z.infer<typeof QueueState>;

const Waiting = z.object({
  role: z.string(),
  region: z.string(),
  kind: QueueKind,
  waiting: z.number().int(),
  longest_seconds: z.number(),
  wait: Wait,
});

/** What the console shows of the queue. */
export const QueueConsole = z.object({
  now: instant,
  /** Since when the queue is stopped, and why; null while it runs. */
  stopped: z.object({ since: instant, reason: z.string() }).nullable(),
  waiting: z.array(Waiting),
  checks: z.array(
    z.object({
      id: z.uuid(),
      kind: QueueKind,
      state: z.enum(['open', 'made', 'failed']),
      opened_at: instant,
      deadline: instant,
      ready: z.number().int(),
      /** Why it failed, as a sentence. */
      why: z.string().nullable(),
      squad_id: z.uuid().nullable(),
    }),
  ),
  /** Who looks for groups, by group of regions that may meet. */
  leaders: z.array(
    z.object({ regions: z.string(), node: z.string(), epoch: z.number().int(), alive: z.boolean(), until: instant }),
  ),
  /** Of the last hour. */
  hour: z.object({
    joined: z.number().int(),
    squads: z.number().int(),
    failed: z.number().int(),
    gave_up: z.number().int(),
  }),
});
export type QueueConsole = z.infer<typeof QueueConsole>;

export const QueueSwitch = z.object({
  stopped: z.boolean(),
  reason: longText(200, { tooLong: 'The reason may have at most 200 characters.' }).default(''),
});
