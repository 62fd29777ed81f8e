import { z } from 'zod';
import { longText, requiredText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { availabilityWindow } from '../profiles/profiles.schema.ts';
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

const keys = <T extends Record<string, string>>(map: T) =>
  Object.keys(map) as [keyof T & string, ...(keyof T & string)[]];
const words = (max: number, missing: string) =>
  requiredText(max, { missing, tooLong: `Keep this to ${max} characters.` });

/** The request as the form sends it. `deadline` is a date: the buyer wants to play by the end of that day. */
export const TeamBuildInput = z.object({
  buyer_id: z.uuid('buyer_id isn’t a user’s id.').optional(),
  desired_roles: z
    .array(z.enum(TEAM_ROLES, 'Choose roles from PG, SG, Lock, PF and C.'), 'Choose at least one desired role.')
    .min(1, 'Choose at least one desired role.')
    .max(5, 'Choose at most five roles.'),
  skill_tiers: z.enum(keys(SKILL_TIERS), 'Choose a skill tier.'),
  region: z.enum(keys(TEAM_REGIONS), 'Choose a region.'),
  platform: z.enum(keys(TEAM_PLATFORMS), 'Choose a platform.'),
  availability_windows: words(AVAILABILITY_MAX, 'Say when you can play.'),
  /** The same availability as weekly hours, if the buyer painted them. */
  windows: z.array(availabilityWindow).max(28, 'Use at most 28 time ranges.').default([]),
  timezone: z.string().max(64).default('UTC'),
  discord_psn: words(100, 'Enter a Discord or PSN name so players can reach you.'),
  budget_notes: longText(1000, { tooLong: 'Keep notes to 1000 characters.' }).default(''),
  deadline: z.iso.date('Choose a deadline.'),
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
  /** The payment is under review by the bank or an admin. */
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
  /** The player didn't answer in time and the seat went to someone else. */
  silent: z.boolean(),
  status: z.enum(TEAM_STATUSES),
  frozen: z.boolean(),
  region: z.string(),
  platform: z.string(),
  /** The player is on a different platform than the team, which crossplay allows. */
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
