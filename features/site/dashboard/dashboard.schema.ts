import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** The first things we ask a player without a published profile for, in this order. */
export const FIRST_STEPS = ['position', 'hours', 'handle'] as const;

const WaitingRow = z.object({
  kind: z.string(),
  id: z.uuid(),
  /** The pending action as a sentence. */
  title: z.string(),
  /** The time of the event, such as a session's start. */
  at: instant.nullable(),
  /** The deadline for responding. */
  until: instant.nullable(),
  /** The row's only action, with the page where the player takes it. */
  action: z.object({ label: z.string(), path: z.string() }),
  /** The session to check in to; players can check in right from the row. */
  check_in: z.object({ squad_id: z.uuid(), session_id: z.uuid(), version: z.number().int() }).nullable(),
});
export type WaitingRow = z.infer<typeof WaitingRow>;

const TonightSession = z.object({
  id: z.uuid(),
  /** The squad's room or, for a substitute, the session's page. */
  path: z.string(),
  name: z.string(),
  crest_seed: z.number().int(),
  starts_at: instant,
  check_in_from: instant,
  /** Number of players who said yes, and number of players who play at once. */
  yes: z.number().int(),
  size: z.number().int(),
});

export const Dashboard = z.object({
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** Whether the player has a profile; photos are attached to it, so they need one. */
  hasProfile: z.boolean(),
  published: z.boolean(),
  isAdmin: z.boolean(),
  plan: z.enum(['Free', 'Pro', 'Premium', 'Founders Premium']),
  /** Squads the player is or was in. */
  squadsJoined: z.number().int(),
  /** Sessions that took place, according to those who played. */
  matchesPlayed: z.number().int(),
  /** Percentage of the profile its owner has filled in; a new account's defaults don't count. */
  profileComplete: z.number().int(),
  activity: z.array(z.object({ id: z.string(), title: z.string(), path: z.string().nullable(), createdAt: instant })),
  /** Actions this player has to take, the nearest deadline first. */
  waiting: z.array(WaitingRow),
  /** The steps before matching can start, each with whether it's done; null once the profile is published. */
  firstSteps: z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() })).nullable(),
  /** The missing field that keeps a published profile from being matched; null if none is missing. */
  missing: z.enum(['languages', 'hours']).nullable(),
  tonight: z.object({
    sessions: z.array(TonightSession),
    /** The player's ticket in the live queue; null when they aren't queued. */
    queue: z.object({ kind: z.enum(['now', 'tonight']), since: instant, found: z.number().int() }).nullable(),
  }),
  squads: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      crest_seed: z.number().int(),
      members: z.number().int(),
      next_at: instant.nullable(),
      unread: z.number().int(),
    }),
  ),
  bans: z.number().int(),
  /** The player's listings that others can see; empty while a ban hides them. */
  listings: z.array(z.object({ id: z.uuid(), title: z.string(), pending: z.number().int(), expires_at: instant })),
  /** The player's unanswered applications to other players' listings. */
  applicationsPending: z.number().int(),
  /** Unsettled orders, as buyer or payee. */
  ordersUnderWay: z.number().int(),
  /** Half hours booked with this coach; null unless the player coaches. */
  coachedAhead: z.number().int().nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;
