import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** What a player without a published profile is asked for first, in this order. */
export const FIRST_STEPS = ['position', 'hours', 'handle'] as const;

const WaitingRow = z.object({
  kind: z.string(),
  id: z.uuid(),
  /** What waits, as a sentence. */
  title: z.string(),
  /** The hour that it is about, a session's say. */
  at: instant.nullable(),
  /** Until when an answer counts. */
  until: instant.nullable(),
  /** Its one action: where it is done. */
  action: z.object({ label: z.string(), path: z.string() }),
  /** The session in which to say that one is here, which is done in place. */
  check_in: z.object({ squad_id: z.uuid(), session_id: z.uuid(), version: z.number().int() }).nullable(),
});
export type WaitingRow = z.infer<typeof WaitingRow>;

const TonightSession = z.object({
  id: z.uuid(),
  /** Its squad's room, or for who stands in the page of the session. */
  path: z.string(),
  name: z.string(),
  crest_seed: z.number().int(),
  starts_at: instant,
  /** From then on those who play say that they are here. */
  check_in_from: instant,
  /** How many say yes, and how many play at once. */
  yes: z.number().int(),
  size: z.number().int(),
});

export const Dashboard = z.object({
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** A picture belongs to a profile: without one there is nothing to put it on. */
  hasProfile: z.boolean(),
  published: z.boolean(),
  isAdmin: z.boolean(),
  plan: z.enum(['Free', 'Pro', 'Premium', 'Founders Premium']),
  /** Squads that they are or were in. */
  squadsJoined: z.number().int(),
  /** Evenings that took place, as those who played say. */
  matchesPlayed: z.number().int(),
  /** Percent of the profile that its owner has filled in; what a new account has by default does not count. */
  profileComplete: z.number().int(),
  activity: z.array(z.object({ id: z.string(), title: z.string(), path: z.string().nullable(), createdAt: instant })),
  /** What waits for a word of this person, the nearest deadline first. */
  waiting: z.array(WaitingRow),
  /** What is left to be looked for, with what is done of it; null once the profile is published. */
  firstSteps: z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() })).nullable(),
  /** What a published profile lacks, so that nobody can be matched with them. */
  missing: z.enum(['languages', 'hours']).nullable(),
  tonight: z.object({
    sessions: z.array(TonightSession),
    /** Their place in the live queue; null while they do not wait. */
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
  /** How many bans hold for them now. */
  bans: z.number().int(),
  /** Those that players can see: none while a ban hides them. */
  listings: z.array(z.object({ id: z.uuid(), title: z.string(), pending: z.number().int(), expires_at: instant })),
  /** Applications to others that have no answer. */
  applicationsPending: z.number().int(),
  /** Orders that are not settled, bought or to be paid for. */
  ordersUnderWay: z.number().int(),
  /** Half hours that are booked; null for who is no coach. */
  coachedAhead: z.number().int().nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;
