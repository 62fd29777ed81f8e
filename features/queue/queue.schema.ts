import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { longText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { POSITIONS } from '../profiles/game.schema.ts';
import * as messages from './queue.messages.ts';

/** When to play: right away, or within a time window tonight. */
export const QUEUE_KINDS = ['now', 'tonight'] as const;
export const QueueKind = z.enum(QUEUE_KINDS, { error: issueText(messages.queueKindInvalid) });
export type QueueKind = z.infer<typeof QueueKind>;

/** The state of a player invited to a check. Only the first two states occupy a seat. */
export type SeatState = 'asked' | 'ready' | 'declined' | 'silent' | 'unreached' | 'parted' | 'gone' | 'released';

const REFRESH_MESSAGE = issueText(messages.queueChanged);
const instantField = (error: string) => z.iso.datetime({ error }).transform((text) => new Date(text));

/** The request to join the queue. */
export const JoinInput = z.object({
  kind: QueueKind,
  /** Tonight only: the start and end of the player's availability. */
  from: instantField(issueText(messages.tonightStartRequired)).nullish(),
  until: instantField(issueText(messages.tonightEndRequired)).nullish(),
  /** Whether the leader brings the whole party along. */
  with_party: z.boolean().default(false),
  /** Whether squads without a common language are fine too. */
  any_language: z.boolean().default(false),
});
export type JoinInput = z.output<typeof JoinInput>;

/** The ticket a request is about, and the version the client saw. */
export const TicketRef = z.object({
  ticket_id: z.uuid(REFRESH_MESSAGE),
  version: z.number({ error: REFRESH_MESSAGE }).int(),
});

/** The version of the check a request is about. */
export const CheckVersion = z.object({ version: z.number({ error: REFRESH_MESSAGE }).int() });
export const CheckAnswer = z.enum(['ready', 'not_now'], { error: issueText(messages.checkAnswerInvalid) });
export type CheckAnswer = z.infer<typeof CheckAnswer>;
export const CheckAnswerInput = CheckVersion.extend({ answer: CheckAnswer });
/** An answer from a notification. Its token identifies the user, the check and its version. */
export const CheckTokenInput = z.object({ token: z.string().max(500), answer: CheckAnswer });
/** The text a notification shows after it was answered. */
export const CheckTokenResult = z.object({ sentence: z.string() });

/** The usual wait in seconds, estimated from players who waited in the last hours. */
const WaitEstimate = z.object({
  /** Null when there are too few observations. */
  low_seconds: z.number().nullable(),
  high_seconds: z.number().nullable(),
  /** Number of waits behind the estimate. */
  seen: z.number().int(),
  sentence: z.string(),
});
export type WaitEstimate = z.infer<typeof WaitEstimate>;

const PlayerFace = z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() });
export type PlayerFace = z.infer<typeof PlayerFace>;

/** A limit that relaxes over time, and when it does for this ticket. */
const Relaxation = z.object({ at: instant, in_force: z.boolean(), sentence: z.string() });

export const QueueTicket = z.object({
  id: z.uuid(),
  /** Version to include in every request about this ticket. */
  version: z.number().int(),
  kind: QueueKind,
  /** Start of the wait. Failed checks along the way don't reset it. */
  since: instant,
  window: z.object({ from: instant, until: instant }).nullable(),
  any_language: z.boolean(),
  /** Everyone queuing together, the caller first. */
  members: z.array(PlayerFace),
  /** Number of players who fit together so far, including the caller's group; 1 to 4. */
  found: z.number().int(),
  relaxed: z.array(Relaxation),
  wait: WaitEstimate,
  /** Deadline to confirm that the player is still there; null when not asked. */
  still_until: instant.nullable(),
});
export type QueueTicket = z.infer<typeof QueueTicket>;

const CheckSeat = z.object({
  position: z.string(),
  /** Null while the seat is empty. */
  player: PlayerFace.nullable(),
  state: z.enum(['asked', 'ready', 'empty']),
  is_you: z.boolean(),
});
export type CheckSeat = z.infer<typeof CheckSeat>;

/** A found match with its ready check. Players have seconds (for tonight, minutes) to accept. */
export const QueueCheck = z.object({
  id: z.uuid(),
  /** Version to include in every answer. */
  version: z.number().int(),
  kind: QueueKind,
  my_answer: z.enum(['ready']).nullable(),
  /** The caller's deadline to answer. */
  deadline: instant,
  /** The total time for the caller to answer, in seconds. */
  seconds: z.number().int(),
  /** End of the hold for players who accepted, while a replacement is being invited. */
  held_until: instant.nullable(),
  /** Tonight only: the start time of the session. */
  starts_at: instant.nullable(),
  score: z.number(),
  /** Reasons why these five players fit, as sentences. */
  reasons: z.array(z.string()),
  /** The five seats, in court order. */
  seats: z.array(CheckSeat),
});
export type QueueCheck = z.infer<typeof QueueCheck>;

/** The outcome of the caller's last ticket or check, which the page shows once. */
export const QueueOutcome = z.object({
  id: z.uuid(),
  kind: z.enum(['squad', 'requeued', 'out']),
  sentence: z.string(),
  squad_id: z.uuid().nullable(),
  at: instant,
});
export type QueueOutcome = z.infer<typeof QueueOutcome>;

/** A spot in a session being played, offered to several waiting players. They stay in the queue unless they take it. */
const SpotOffer = z.object({
  session_id: z.uuid(),
  /** Version to include in the answer. */
  version: z.number().int(),
  squad_name: z.string(),
  position: z.enum(POSITIONS).nullable(),
  /** The caller's deadline to answer. */
  until: instant,
});
export type SpotOffer = z.infer<typeof SpotOffer>;

export const QueueState = z.object({
  /** The server's time. */
  now: instant,
  /** Reason why the caller can't join now and what they can do about it; null when they can join. */
  obstacle: z
    .object({
      sentence: z.string(),
      action: z.object({ label: z.string(), path: z.string() }).nullable(),
      /** When they can join again, if they only have to wait. */
      until: instant.nullable(),
    })
    .nullable(),
  /** The estimated wait for the caller's role and region, by kind. */
  waits: z.object({ now: WaitEstimate, tonight: WaitEstimate }),
  /** The caller's party: whether they lead it, its members, and why it can't join. Null without a party. */
  party: z.object({ you_lead: z.boolean(), members: z.array(PlayerFace), obstacle: z.string().nullable() }).nullable(),
  /** Other options to consider before joining, as sentences. */
  beside: z.array(z.object({ sentence: z.string(), path: z.string() })),
  /** A warning or lockout after keeping others waiting; null without one. */
  mark: z.object({ sentence: z.string(), until: instant.nullable() }).nullable(),
  ticket: QueueTicket.nullable(),
  /** A spot in a running game that the caller can take now; null without one. */
  offer: SpotOffer.nullable(),
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
  wait: WaitEstimate,
});

/** The admin console's view of the queue. */
export const QueueConsole = z.object({
  now: instant,
  /** The start and reason of the queue's pause; null while the queue is running. */
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
      /** Reason for a failed check, as a sentence. */
      why: z.string().nullable(),
      squad_id: z.uuid().nullable(),
    }),
  ),
  /** The nodes that lead the pools. */
  leaders: z.array(
    z.object({ regions: z.string(), node: z.string(), epoch: z.number().int(), alive: z.boolean(), until: instant }),
  ),
  /** Totals for the last hour. */
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
  reason: longText(200, { tooLong: 'Keep the reason to 200 characters.' }).default(''),
});
