import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import type { Message } from '../../messages/message.ts';
import { shortText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { Match, MatchWeek } from '../matches/matches.schema.ts';
import { GROUP_SIZES } from '../profiles/group-formats.schema.ts';
import { InvitedPlayer, SquadInvitation } from './invitations/squad-invitations.schema.ts';
import { LiveNow } from './live-now/live-now.schema.ts';
import { SessionQuestion } from './session-feedback/session-feedback.schema.ts';
import { SquadSession } from './sessions/squad-sessions.schema.ts';
import * as messages from './squads.messages.ts';
import { OwnSubstitution } from './substitutes/substitutes.schema.ts';

const NAME_MAX = 40;

export const SquadName = shortText(NAME_MAX, {
  missing: issueText(messages.nameRequired),
  tooLong: issueText(messages.nameTooLong, { max: NAME_MAX }),
});

/** Reasons a member can give for leaving. The other members see them, so they're all worded kindly. */
export const LEAVE_REASONS = ['unsaid', 'hours', 'break', 'elsewhere'] as const;
export const LeaveReason = z.enum(LEAVE_REASONS, { error: issueText(messages.reasonRequired) });
export type LeaveReason = z.infer<typeof LeaveReason>;
export const LEAVE_REASON_LABELS: Record<LeaveReason, Message> = {
  unsaid: messages.reasonPreferNotToSay,
  hours: messages.reasonHours,
  break: messages.reasonBreak,
  elsewhere: messages.reasonElsewhere,
};
/** The reason a user is off the roster. `parted` means a block, which is never disclosed. */
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

/** The last session to run back with one tap. */
export const RunBackOffer = z.object({
  /** The session to run back. */
  session_id: z.uuid(),
  /** `now` right after the session; `week` for the same hour next week. */
  kind: z.enum(['now', 'week']),
  starts_at: instant,
  ends_at: instant,
});
export type RunBackOffer = z.infer<typeof RunBackOffer>;

export const SquadRoom = z.object({
  id: z.uuid(),
  name: z.string(),
  crest_seed: z.number().int(),
  size: z.literal(GROUP_SIZES),
  rev: z.number().int(),
  created_at: instant,
  /** Whether the caller can rename the squad, hand it over and end it. */
  you_lead: z.boolean(),
  /** Members, longest-serving first. */
  members: z.array(SquadMember),
  /** Invited players who haven't answered. */
  invited: z.array(InvitedPlayer),
  /** Path of the join link; null for everyone but the captain who created it. */
  link_path: z.string().nullable(),
  /** Path of the squad's public page; null while the page is off. */
  page_path: z.string().nullable(),
  /** Whether the page shows the caller's name and photo; null until they choose. */
  you_are_shown: z.boolean().nullable(),
  /** The caller's time zone, used for all of the squad's times. */
  zone: z.string(),
  /** The members' week in that time zone; null when the caller is the only member. */
  week: MatchWeek.nullable(),
  /** The session that the members are playing, if the live queue matched them; null otherwise. */
  live_now: LiveNow.nullable(),
  /** Why the members were matched in the live queue; null once the members have changed. */
  live_match: Match.pick({ score: true, parts: true, explanation: true }).nullable(),
  /** The next times when every member is available. */
  next_sessions: z.array(z.object({ start: instant, end: instant })),
  /** Path of the caller's calendar subscription for the sessions; null until they create one. */
  calendar_path: z.string().nullable(),
  /** Current and upcoming sessions, next one first. */
  sessions: z.array(SquadSession),
  /** Questions for the caller about past sessions, latest first. */
  questions: z.array(SessionQuestion),
  /** Number of sessions the squad has played, and the latest of them. */
  evenings: z.object({
    played: z.number().int(),
    last: z.array(
      z.object({
        id: z.uuid(),
        starts_at: instant,
        ends_at: instant,
        /** Number of games the squad reported. */
        won: z.number().int(),
        lost: z.number().int(),
      }),
    ),
  }),
  /** The session to run back; null when there's none or it's already proposed again. */
  run_back: RunBackOffer.nullable(),
});
export type SquadRoom = z.infer<typeof SquadRoom>;

const SquadCard = z.object({
  id: z.uuid(),
  name: z.string(),
  crest_seed: z.number().int(),
  size: z.number().int(),
  created_at: instant,
  you_lead: z.boolean(),
  /** Path of the squad's public page; null while the page is off. */
  page_path: z.string().nullable(),
  /** Number of messages in the squad's chat that the caller hasn't read. */
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
  /** Whether the squad itself has ended; otherwise it continues without the caller. */
  ended: z.boolean(),
  /** Why the caller is no longer a member, as a sentence. */
  reason: z.string(),
  /** Until when the caller can read the squad's messages; null if the squad continues or has no messages. */
  messages_until: instant.nullable(),
  /** Other members when the caller left, except people separated from the caller by a block. */
  others: z.array(z.string()),
});

export type PastSquad = z.infer<typeof PastSquad>;

/** Squads the caller used to be in, most recently left first. */
export const PastSquads = z.object({
  past: z.array(PastSquad),
  /** Pass as `before` to get the next page; null on the last page. */
  next: z.string().nullable(),
});
export type PastSquads = z.infer<typeof PastSquads>;

/** The caller's squads, newest first, and the first page of past squads. */
export const OwnSquads = z.object({
  /** Open squad invitations of the caller. */
  invitations: z.array(SquadInvitation),
  /** Other squads' sessions that the caller is subbing in for or invited to sub in for, next one first. */
  stand_ins: z.array(OwnSubstitution),
  squads: z.array(SquadCard),
  past: PastSquads,
  /** Path of the caller's calendar subscription for the sessions of all squads; null until they create one. */
  calendar_path: z.string().nullable(),
});
export type OwnSquads = z.infer<typeof OwnSquads>;
