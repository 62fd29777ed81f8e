import { z } from 'zod';
import { shortText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { Match, MatchWeek } from '../matches/matches.schema.ts';
import { InvitedPlayer, SquadInvitation } from './invitations/squad-invitations.schema.ts';
import { SessionQuestion } from './session-feedback/session-feedback.schema.ts';
import { SquadSession } from './sessions/squad-sessions.schema.ts';
import { OwnStandIn } from './substitutes/substitutes.schema.ts';

/** How many play at once. */
export type SquadSize = 2 | 5;

const NAME_MAX = 40;

export const SquadName = shortText(NAME_MAX, {
  missing: 'Please give the squad a name.',
  tooLong: `The name of a squad may have at most ${NAME_MAX} characters.`,
});

/** What somebody may say when they leave; the others read it, so nobody is shamed by any of them. */
export const LEAVE_REASONS = [
  { value: 'unsaid', label: 'I would rather not say' },
  { value: 'hours', label: 'My hours have changed' },
  { value: 'break', label: 'I am taking a break' },
  { value: 'elsewhere', label: 'I play with another squad' },
] as const;
const reasons = LEAVE_REASONS.map(({ value }) => value);
export const LeaveReason = z.enum(reasons, { error: 'Please choose one of the reasons for leaving.' });
export type LeaveReason = z.infer<typeof LeaveReason>;
/** Why somebody is not on the roster any more; `parted` is a block, which nobody is told. */
export type LeftReason = LeaveReason | 'ended' | 'banned' | 'leaving' | 'parted';

const SquadMember = z.object({
  id: z.uuid(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  position: z.string().nullable(),
  platform: z.string().nullable(),
  region: z.string().nullable(),
  overall_rating: z.number().nullable(),
  mic: z.boolean(),
  captain: z.boolean(),
  is_you: z.boolean(),
  joined_at: instant,
  contacts: z.array(z.object({ label: z.string(), value: z.string(), url: z.string().nullable() })),
});
export type SquadMember = z.infer<typeof SquadMember>;

/** One press proposes the last evening again. */
export const RunBackWord = z.object({
  /** The evening that is run back. */
  session_id: z.uuid(),
  /** At once, while people are still there; else at the same hour of the week. */
  kind: z.enum(['now', 'week']),
  starts_at: instant,
  ends_at: instant,
});
export type RunBackWord = z.infer<typeof RunBackWord>;

export const SquadRoom = z.object({
  id: z.uuid(),
  name: z.string(),
  crest_seed: z.number().int(),
  size: z.union([z.literal(2), z.literal(5)]),
  rev: z.number().int(),
  created_at: instant,
  /** Whether the caller may rename, hand over and end. */
  you_lead: z.boolean(),
  /** Who is in it, the longest first. */
  members: z.array(SquadMember),
  /** Who is asked to join and has not answered. */
  invited: z.array(InvitedPlayer),
  /** Path of the link that lets its holder join, for the captain who made one; null for everybody else. */
  link_path: z.string().nullable(),
  /** Path of its public page while that is on. */
  page_path: z.string().nullable(),
  /** Whether the caller's name and face stand on that page; null until they have said. */
  you_are_shown: z.boolean().nullable(),
  /** The caller's own zone, in which they read every time of the squad. */
  zone: z.string(),
  /** The week in that zone; null when nobody else is in the squad. */
  week: MatchWeek.nullable(),
  /** Why its members were put together in the live queue, for as long as they are the squad; else null. */
  live_match: Match.pick({ score: true, parts: true, explanation: true }).nullable(),
  /** The next times at which everybody is free. */
  next_sessions: z.array(z.object({ start: instant, end: instant })),
  /** Where the caller's calendars follow the sessions; null while they have no such address. */
  calendar_path: z.string().nullable(),
  /** Dates that were proposed and are not over, the next first. */
  sessions: z.array(SquadSession),
  /** What the caller is asked about evenings that are over, the latest first. */
  questions: z.array(SessionQuestion),
  /** How many of its sessions took place, and the newest of these. */
  evenings: z.object({
    played: z.number().int(),
    last: z.array(z.object({ id: z.uuid(), starts_at: instant, ends_at: instant })),
  }),
  /** Null when there is nothing to run back, or it is asked already. */
  run_back: RunBackWord.nullable(),
});
export type SquadRoom = z.infer<typeof SquadRoom>;

const SquadCard = z.object({
  id: z.uuid(),
  name: z.string(),
  crest_seed: z.number().int(),
  size: z.number().int(),
  created_at: instant,
  you_lead: z.boolean(),
  /** Path of its public page while that is on. */
  page_path: z.string().nullable(),
  /** Messages of its thread that the caller has not read. */
  unread: z.number().int(),
  members: z.array(z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() })),
});
export type SquadCard = z.infer<typeof SquadCard>;

const PastSquad = z.object({
  id: z.uuid(),
  name: z.string(),
  crest_seed: z.number().int(),
  created_at: instant,
  left_at: instant,
  /** Whether the squad itself has ended; otherwise it goes on without the caller. */
  ended: z.boolean(),
  /** Why the caller is out, as a sentence. */
  reason: z.string(),
  /** Until when the caller can read what was written in it; null when they cannot: it goes on, or was silent. */
  messages_until: instant.nullable(),
  /** Who else was in it then, as far as no block stands in between. */
  others: z.array(z.string()),
});

export type PastSquad = z.infer<typeof PastSquad>;

/** Squads that the caller was in, those of the latest parting first. */
export const PastSquads = z.object({
  past: z.array(PastSquad),
  /** Pass as `before` to read on; null at the end. */
  next: z.string().nullable(),
});
export type PastSquads = z.infer<typeof PastSquads>;

/** The squads that the caller is in, newest first, and the first page of those that they were in. */
export const OwnSquads = z.object({
  /** Squads that ask the caller to join. */
  invitations: z.array(SquadInvitation),
  /** Sessions of other squads that the caller is asked to stand in for, or does, the next first. */
  stand_ins: z.array(OwnStandIn),
  squads: z.array(SquadCard),
  past: PastSquads,
  /** Where the caller's calendars follow the sessions of all of them; null while they have no such address. */
  calendar_path: z.string().nullable(),
});
export type OwnSquads = z.infer<typeof OwnSquads>;
