import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { longText, requiredText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { availabilityWindow } from '../profiles/profiles.schema.ts';
import * as messages from './team-assembly.messages.ts';
import { AVAILABILITY_MAX, SKILL_TIERS, TEAM_PLATFORMS, TEAM_REGIONS, TEAM_ROLES } from './team-choices.schema.ts';

export const TEAM_STATUSES = [
  'requested',
  'lapsed',
  'assembling',
  'filled',
  'delivered',
  'completed',
  'released',
  'expired',
  'refunded',
  'cancelled',
  'disputed',
  'decided',
] as const;
export type TeamStatus = (typeof TEAM_STATUSES)[number];
export type Window = z.output<typeof availabilityWindow>;

/** Maximum number of painted time ranges. */
const RANGES_MAX = 28;
const NOTES_MAX = 1000;

const getKeys = <T extends object>(map: T) => Object.keys(map) as [keyof T & string, ...(keyof T & string)[]];
const createTextField = (max: number, missingMessage: string) =>
  requiredText(max, { missing: missingMessage, tooLong: issueText(messages.textTooLong, { max }) });

/** The request as the form sends it. `deadline` is a date: the buyer wants to play by the end of that day. */
export const TeamBuildInput = z.object({
  buyer_id: z.uuid(issueText(messages.buyerIdInvalid)).optional(),
  desired_roles: z
    .array(z.enum(TEAM_ROLES, issueText(messages.rolesUnknown)), issueText(messages.rolesMissing))
    .min(1, issueText(messages.rolesMissing))
    .max(5, issueText(messages.tooManyRoles)),
  skill_tiers: z.enum(getKeys(SKILL_TIERS), issueText(messages.tierMissing)),
  region: z.enum(getKeys(TEAM_REGIONS), issueText(messages.regionMissing)),
  platform: z.enum(getKeys(TEAM_PLATFORMS), issueText(messages.platformMissing)),
  availability_windows: createTextField(AVAILABILITY_MAX, issueText(messages.availabilityMissing)),
  /** The availability as weekly hours, if the buyer painted them in the week editor. */
  windows: z
    .array(availabilityWindow)
    .max(RANGES_MAX, issueText(messages.tooManyRanges, { max: RANGES_MAX }))
    .default([]),
  timezone: z.string().max(64).default('UTC'),
  discord_psn: createTextField(100, issueText(messages.contactMissing)),
  budget_notes: longText(NOTES_MAX, { tooLong: issueText(messages.notesTooLong, { max: NOTES_MAX }) }).default(''),
  deadline: z.iso.date(issueText(messages.deadlineMissing)),
});
export type TeamBuildInput = z.output<typeof TeamBuildInput>;

const Seat = z.object({
  seat: z.int(),
  role: z.string(),
  player: z
    .object({
      id: z.uuid(),
      name: z.string(),
      avatar_path: z.string().nullable(),
      platform: z.string().nullable(),
      rating: z.number().nullable(),
    })
    .nullable(),
  accepted: z.boolean().nullable(),
  /** Contact details, shown only to the buyer and only after delivery. */
  contact: z.array(z.object({ label: z.string(), value: z.string() })),
  feeCents: z.int().nullable(),
});

/** The engine's latest lineup, for the concierge. */
const TeamPlan = z.object({
  wave: z.int(),
  asked: z.int(),
  score: z.number(),
  lines: z.array(z.string()),
  plannedAt: instant,
});

export const TeamBuildView = z.object({
  id: z.uuid(),
  orderId: z.uuid().nullable(),
  status: z.enum(TEAM_STATUSES),
  desired_roles: z.array(z.string()),
  skill_tiers: z.string(),
  region: z.string(),
  platform: z.string(),
  availability_windows: z.string(),
  /** Availability used to choose players, in the given time zone. Empty means any time. */
  windows: z.array(availabilityWindow),
  timezone: z.string(),
  budget_notes: z.string(),
  wanted_by: z.string(),
  total_price: z.number(),
  deadline: instant.nullable(),
  delivered_at: instant.nullable(),
  created_at: instant,
  seats: z.array(Seat),
  waitsFor: z.string().nullable(),
  /** Whether the bank or an admin is reviewing the payment. */
  frozen: z.boolean(),
  deadlineAt: instant.nullable(),
  /** When all of the order's money was paid out or refunded. */
  settledAt: instant.nullable(),
  disputeId: z.uuid().nullable(),
  plan: TeamPlan.nullable(),
});
export type TeamBuildView = z.infer<typeof TeamBuildView>;

export const SeatInvitation = z.object({
  teamBuildId: z.uuid(),
  role: z.string(),
  feeCents: z.int(),
  /** Planet Crew's share of the fee, in hundredths of a percent. */
  feePoints: z.int(),
  accepted: z.boolean().nullable(),
  /** Whether the player didn't answer in time. */
  silent: z.boolean(),
  status: z.enum(TEAM_STATUSES),
  frozen: z.boolean(),
  region: z.string(),
  platform: z.string(),
  /** Whether the player joins from another platform through crossplay. */
  crossplay: z.boolean(),
  availability_windows: z.string(),
  timezone: z.string(),
  wanted_by: z.string(),
  deadline: instant.nullable(),
});

export type SeatInvitation = z.infer<typeof SeatInvitation>;

export const Candidate = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.string(),
  rating: z.number().nullable(),
  region: z.string(),
  platform: z.string(),
  /** Weekly availability shared with the buyer and the accepted players, in minutes. */
  overlapMinutes: z.int(),
  score: z.number(),
  availableAtShortNotice: z.boolean(),
});
export type Candidate = z.infer<typeof Candidate>;

export const AlertSettings = z.object({ availability_opt_in: z.boolean(), phone_opt_in: z.boolean() });
