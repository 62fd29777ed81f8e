import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { FORMATS } from '../profiles/group-formats.schema.ts';
import * as messages from './matches.messages.ts';

export const MATCH_STATUSES = ['proposed', 'mutual', 'declined', 'expired'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** Reason why a match is no longer open. `parted` means a block, which is never disclosed. */
export type MatchEnd =
  | 'accepted'
  | 'declined'
  | 'deadline'
  | 'withdrawn'
  | 'rebuild'
  | 'banned'
  | 'left'
  | 'parted'
  | 'unpublished';

export const MatchResponse = z.enum(['accept', 'decline'], { error: issueText(messages.actionInvalid) });
export type MatchResponse = z.infer<typeof MatchResponse>;

export const Session = z.object({ start: instant, end: instant });
/** One specific time to play. */
export type Session = z.infer<typeof Session>;

/** Minutes since Monday 00:00 UTC of a match's week. The start is inclusive and the end exclusive. */
export type Slot = [number, number];
/** Weekly hours in a user's own wall-clock time. If `end` is at or before `start`, it's on the next day. */
export type WeeklyHours = {
  days: ('Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat' | 'Sun')[];
  start: string;
  end: string;
};
/** A way to contact another member. Present only in a match that everyone accepted. */
const Contact = z.object({ label: z.string(), value: z.string(), url: z.string().nullable() });

export const MatchMember = z.object({
  id: z.uuid(),
  display_name: z.string(),
  verified: z.boolean(),
  avatar_path: z.string().nullable(),
  position: z.string().nullable(),
  role: z.string().nullable(),
  platform: z.string().nullable(),
  region: z.string().nullable(),
  timezone: z.string().nullable(),
  overall_rating: z.number().nullable(),
  competitive_level: z.string().nullable(),
  mic: z.boolean(),
  is_you: z.boolean(),
  substitute: z.boolean(),
  /** Whether the member accepted the match that this one replaces and is asked again because of the replacement. */
  carried: z.boolean(),
  response: MatchResponse.nullable(),
  contacts: z.array(Contact),
});
export type MatchMember = z.infer<typeof MatchMember>;

/** Minutes since Monday 00:00 on the viewer's wall clock. */
const weekMinute = z.number().int().min(0).max(10_080);
const weekSpan = z.tuple([weekMinute, weekMinute]);

/** The week in the viewer's own time zone. */
export const MatchWeek = z.object({
  zone: z.string(),
  /**
   * One character per hour of the week, from Monday 00:00: '1' if the viewer is free. For clients of the previous
   * version.
   */
  own: z.string().length(168),
  /** One character per hour of the week: the number of other members who are free, '0' to '4'. */
  others: z.string().length(168),
  /** One character per hour of the week: '1' if everyone is free. */
  common: z.string().length(168),
  /**
   * The same data to the minute, as [from, until). A clock change splits a span, so the lengths add up to the actual
   * time.
   */
  spans: z.object({
    own: z.array(weekSpan),
    /** Spans with the number of others who are free. */
    others: z.array(z.tuple([weekMinute, weekMinute, z.number().int()])),
    common: z.array(weekSpan),
  }),
});
export type MatchWeek = z.infer<typeof MatchWeek>;

export const Match = z.object({
  id: z.uuid(),
  type: z.string(),
  score: z.number(),
  status: z.enum(MATCH_STATUSES),
  member_ids: z.array(z.uuid()),
  position_coverage: z.record(z.string(), z.number()),
  scheduled_overlap_minutes: z.number().int(),
  /** Whether the match came from the live queue, where members agree on one session instead of weekly hours. */
  live: z.boolean(),
  /** Reasons for the match, one sentence per line. */
  explanation: z.string(),
  created_at: instant,
  expires_at: instant,
  parts: z.array(z.object({ key: z.string(), label: z.string(), value: z.number(), max: z.number() })),
  my_response: MatchResponse.nullable(),
  members: z.array(MatchMember),
  week: MatchWeek.nullable(),
  next_sessions: z.array(Session),
  /** The squad created from the match, while the viewer is a member of it. */
  squad_id: z.uuid().nullable(),
  /** Whether members can give feedback now. */
  feedback_open: z.boolean(),
  my_feedback: z
    .object({ took_place: z.boolean(), rating: z.number().int().nullable(), absent_ids: z.array(z.uuid()) })
    .nullable(),
});
export type Match = z.infer<typeof Match>;

export const MatchList = z.object({
  matches: z.array(Match),
  /** Pass this as `before` to get the next page. Null at the end. */
  next: z.string().nullable(),
});

const PastMatch = z.object({
  id: z.uuid(),
  type: z.string(),
  score: z.number(),
  created_at: instant,
  ended_at: instant,
  /** Reason why the match ended, as a sentence. Only the member who declined can see that it was them. */
  reason: z.string(),
  others: z.array(z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() })),
});
export type PastMatch = z.infer<typeof PastMatch>;

/** Past matches, most recently ended first. */
export const PastMatches = z.object({
  matches: z.array(PastMatch),
  /** Pass this as `before` to get the next page. Null at the end. */
  next: z.string().nullable(),
});
export type PastMatches = z.infer<typeof PastMatches>;

/** One change to a player's profile or settings. Times are in their own time zone. */
const AdvisedFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('crossplay') }),
  z.object({ kind: z.literal('wants'), wants: z.enum(FORMATS) }),
  z.object({ kind: z.literal('mode'), mode: z.string() }),
  z.object({ kind: z.literal('time'), day: z.string(), start: z.string(), end: z.string() }),
  z.object({ kind: z.literal('position'), position: z.string(), first: z.boolean() }),
  z.object({ kind: z.literal('language'), language: z.string() }),
]);

export const WhyNot = z.object({
  /**
   * `looking` means that the profile was just published and the answer will follow within seconds. `not_looking` means
   * that the player wants neither a squad nor a pair; see `/api/matches/looking`.
   */
  state: z.enum(['matched', 'looking', 'not_looking', 'waiting', 'left_over', 'unpublished', 'banned']),
  /** Reasons why there's no match, as sentences. Empty when there's an open match. */
  sentences: z.array(z.string()),
  /** The change that would help most, or two changes that only help together. */
  change: z.string().nullable(),
  /** `change` as data, for the button that applies it. Also null if it isn't a profile edit. */
  advice: z.array(AdvisedFacts).nullable(),
  /** Consecutive runs without a match. */
  waiting_runs: z.number().int(),
  last_run_at: instant.nullable(),
  /** When the last run or the last search for the caller ended, whichever was later. */
  last_looked_at: instant.nullable(),
  next_run_at: instant,
});
export type WhyNot = z.infer<typeof WhyNot>;

/** Number of published players who fit the caller's saved profile. */
export const WhoFits = z.object({
  /** Null while the profile is too incomplete. */
  fitting: z.number().int().nullable(),
  /** Number of other players looking for a match, including those who fit. */
  others: z.number().int(),
  /** The missing profile field that matching requires. */
  missing: z.enum(['languages', 'hours']).nullable(),
  sentence: z.string(),
});
export type WhoFits = z.infer<typeof WhoFits>;

/** A row in the admin's list of matches. */
export const LatestMatch = z.object({
  id: z.uuid(),
  type: z.string(),
  score: z.number(),
  status: z.enum(MATCH_STATUSES),
  created_at: instant,
});
