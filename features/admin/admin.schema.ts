import { z } from 'zod';
import { english } from '../../messages/lazy-text.ts';
import { formatList } from '../../messages/lists.ts';
import { longText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { MARKS, SecurityEventLine } from '../accounts/security-events/security-events.schema.ts';
import { OPERATING_MODES, SWITCHABLE_FEATURES } from '../health/operating/operating.schema.ts';
import { NOTE_MAX } from '../matches/rulebook/rulebook.schema.ts';
import { BAN_SCOPES, LIMITS } from '../moderation/ban-reasons.schema.ts';
import { FLAG_DECISIONS, FLAG_KINDS, FLAG_STATUSES, unknownFieldsError } from '../moderation/moderation.schema.ts';
import { ReliabilityFile } from '../moderation/reliability/reliability.schema.ts';
import { isTimeZone } from '../profiles/game.schema.ts';

/** Number of rows in each list in the console. */
export const ROWS_SHOWN = {
  listings: 50,
  matches: 50,
  payments: 50,
  audit: 100,
  players: 20,
  marked: 50,
  csv: 10_000,
} as const;
export const SEEDED_PLAYERS = 6;
const BULK_SIZE = 200;

const createId = (what: string) => z.uuid(`This isn't the id of ${what}.`);
const flagId = createId('a flag').nullish();
const createSimpleAction = <const A extends string>(action: A) =>
  z.strictObject({ action: z.literal(action) }, unknownFieldsError);

/** The decision on an appeal against a ban or a no-show. */
const verdict = {
  appealId: createId('an appeal'),
  decision: z.enum(['granted', 'rejected'], { error: 'Choose to grant or reject the appeal.' }),
  answer: longText(LIMITS.answer, {
    invalid: 'The answer must be text.',
    tooLong: `The answer can have at most ${LIMITS.answer} characters.`,
  })
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .default(null),
};

/** The actions that an admin can perform. The actions in the specification come first, each with its parameters. */
export const AdminAction = z.discriminatedUnion(
  'action',
  [
    z.strictObject(
      {
        action: z.literal('ban_user'),
        userId: createId('a player'),
        reason: longText(LIMITS.reason, {
          invalid: 'The reason must be text.',
          tooLong: `The reason can have at most ${LIMITS.reason} characters.`,
        }).refine((text) => text !== '', 'Enter a reason. The player will see it.'),
        /** Null means permanent. */
        days: z
          .number({ error: 'Enter the ban length in days, or null for no end date.' })
          .int('Enter the ban length as a whole number of days.')
          .min(1, 'Enter a ban length of at least one day.')
          .max(LIMITS.banDays, `Enter a ban length of at most ${LIMITS.banDays} days, or choose no end date.`)
          .nullable(),
        scope: z.enum(BAN_SCOPES, { error: 'Choose a ban from listing, applying, matching or all.' }).default('all'),
        flagId,
      },
      unknownFieldsError,
    ),
    z.strictObject(
      { action: z.literal('close_listing'), listingId: createId('a listing').nullable(), flagId },
      unknownFieldsError,
    ),
    z.strictObject(
      { action: z.literal('delete_listing'), listingId: createId('a listing').nullable(), flagId },
      unknownFieldsError,
    ),
    z.strictObject({ action: z.literal('retry_job'), jobId: createId('a job') }, unknownFieldsError),
    z.strictObject({ action: z.literal('dismiss_job'), jobId: createId('a job') }, unknownFieldsError),
    z.strictObject(
      {
        action: z.literal('set_mode'),
        mode: z.enum(OPERATING_MODES, { error: 'Choose open, read-only or maintenance.' }),
      },
      unknownFieldsError,
    ),
    z.strictObject(
      {
        action: z.literal('switch_feature'),
        feature: z.enum(SWITCHABLE_FEATURES, { error: `Choose ${formatList(english, SWITCHABLE_FEATURES, 'or')}.` }),
        off: z.boolean({ error: 'Say whether to switch it off.' }),
      },
      unknownFieldsError,
    ),
    createSimpleAction('run_matcher'),
    createSimpleAction('rebuild_matches'),
    createSimpleAction('seed_data'),
    createSimpleAction('test_email'),
    createSimpleAction('test_sms'),
    z.strictObject({ action: z.literal('dismiss_flag'), flagId: createId('a flag') }, unknownFieldsError),
    z.strictObject(
      {
        action: z.literal('decide_flags'),
        flagIds: z
          .array(createId('a flag'), { error: 'Send the flags as a list of ids.' })
          .min(1, 'Select at least one flag.')
          .max(BULK_SIZE, `Select at most ${BULK_SIZE} flags at once.`),
        decision: z.enum(FLAG_DECISIONS, { error: 'Choose dismiss, close, delete or ban.' }),
      },
      unknownFieldsError,
    ),
    z.strictObject({ action: z.literal('lift_ban'), banId: createId('a ban') }, unknownFieldsError),
    z.strictObject({ action: z.literal('decide_appeal'), ...verdict }, unknownFieldsError),
    z.strictObject({ action: z.literal('decide_absence'), ...verdict }, unknownFieldsError),
    z.strictObject(
      {
        action: z.literal('save_rules_draft'),
        /** A complete set of rules. The command reports errors per field. */
        rules: z.record(z.string(), z.unknown(), { error: 'Send the rules as an object with fields.' }),
      },
      unknownFieldsError,
    ),
    createSimpleAction('discard_rules_draft'),
    createSimpleAction('try_rules'),
    z.strictObject(
      {
        action: z.literal('publish_rules'),
        /** The version that the admin sees as active. */
        baseVersion: z
          .number({ error: 'Send the version you see as active.' })
          .int('Enter the version as a whole number.')
          .min(0, 'Enter a version of 0 or more.'),
        note: longText(NOTE_MAX, {
          invalid: 'The note must be text.',
          tooLong: `The note can have at most ${NOTE_MAX} characters.`,
        })
          .transform((text) => (text === '' ? null : text))
          .nullable()
          .default(null),
      },
      unknownFieldsError,
    ),
    z.strictObject(
      {
        action: z.literal('undo'),
        auditIds: z
          .array(createId('an audit entry'), { error: 'Send the ids of the actions to undo.' })
          .min(1)
          .max(BULK_SIZE),
      },
      unknownFieldsError,
    ),
  ],
  { error: 'Unknown action.' },
);
export type AdminAction = z.output<typeof AdminAction>;
export type AdminActionInput = z.input<typeof AdminAction>;

export const AdminAnswer = z.object({
  message: z.string(),
  /** The person and kind of action, if the action is about a person. */
  detail: z.string().optional(),
  /** Audit entries that `undo` accepts, and the deadline. */
  undo: z.object({ auditIds: z.array(z.uuid()), until: instant }).optional(),
  /** Id of the requested rules trial. */
  trialId: z.uuid().optional(),
});
export type AdminAnswer = z.infer<typeof AdminAnswer>;

export const Overview = z.object({
  open_flags: z.number().int(),
  active_bans: z.number().int(),
  total_listings: z.number().int(),
  total_matches: z.number().int(),
  open_appeals: z.number().int(),
  /** Number of unanswered support requests. */
  open_support: z.number().int(),
});
export type Overview = z.infer<typeof Overview>;

export const MarkedQuery = z.object({
  mark: z.enum(MARKS, { error: 'Choose a known mark.' }).optional(),
  before: z.coerce.number({ error: 'Security activity page not found.' }).int().positive().optional(),
});
export type MarkedQuery = z.infer<typeof MarkedQuery>;

const MarkedLine = SecurityEventLine.omit({ kind: true, action: true }).extend({
  user_id: z.uuid(),
  /** The display name, or else the email address. */
  name: z.string().nullable(),
});
export type MarkedLine = z.infer<typeof MarkedLine>;
export const MarkedLines = z.object({ lines: z.array(MarkedLine), before: z.number().int().nullable() });
export type MarkedLines = z.infer<typeof MarkedLines>;

const count = z.number().int();
/** The flagged person's record: earlier reports, bans and appeals. */
const History = z.object({
  flags_open: count,
  flags_upheld: count,
  flags_dismissed: count,
  bans: count,
  bans_now: count,
  /** Reason for the latest ban. */
  last_ban: z.string().nullable(),
  appeals_granted: count,
  appeals_rejected: count,
  appeals_open: count,
});
export type History = z.infer<typeof History>;

export const QueueItem = z.object({
  id: z.uuid(),
  kind: z.enum(FLAG_KINDS),
  reason: z.string(),
  details: z.string().nullable(),
  created_at: instant,
  listing_id: z.uuid().nullable(),
  /** The reported chat message. */
  message_id: z.uuid().nullable(),
  /** The squad whose public page was reported. */
  squad_id: z.uuid().nullable(),
  /** The reported review, by its booking id. */
  review_id: z.uuid().nullable(),
  /** Null if the listing was refused or is gone. */
  listing_status: z.string().nullable(),
  title: z.string(),
  notes: z.string().nullable(),
  role: z.string(),
  platform: z.string(),
  owner_id: z.uuid().nullable(),
  owner_name: z.string().nullable(),
  reporter_id: z.uuid().nullable(),
  reporter_name: z.string().nullable(),
  /** Weight of this reporter's reports, from 0 to 1. */
  weight: z.number(),
  /** Open reports on the same listing, message, page or review, including this one. */
  reports: z.number().int(),
  /** Null if the account no longer exists. */
  history: History.nullable(),
});
export type QueueItem = z.infer<typeof QueueItem>;
export const Queue = z.object({ items: z.array(QueueItem) });

export const OpenAppeal = z.object({
  id: z.uuid(),
  message: z.string(),
  created_at: instant,
  user_id: z.uuid(),
  display_name: z.string().nullable(),
  ban_id: z.uuid(),
  scope: z.string(),
  reason: z.string(),
  expires_at: instant.nullable(),
  banned_at: instant,
});
export type OpenAppeal = z.infer<typeof OpenAppeal>;
export const OpenAppeals = z.object({ appeals: z.array(OpenAppeal) });

export const ListingLine = z.object({ id: z.uuid(), title: z.string(), status: z.string(), created_at: instant });
export type ListingLine = z.infer<typeof ListingLine>;
export const ListingLines = z.object({ listings: z.array(ListingLine) });

const day = z.iso.date('Enter dates like 2026-01-31.');
const emptyToUndefined = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);
const word = emptyToUndefined(z.string().max(100, 'Use at most 100 characters per filter.').optional());

export const PaymentFilter = z.object({
  type: word,
  price: word,
  from: emptyToUndefined(day.optional()),
  to: emptyToUndefined(day.optional()),
});
export type PaymentFilter = z.output<typeof PaymentFilter>;

export const PaymentEvent = z.object({
  event_id: z.string(),
  event_type: z.string(),
  price_id: z.string().nullable(),
  received_at: instant,
  processed_at: instant.nullable(),
  problem: z.string().nullable(),
});
export type PaymentEvent = z.infer<typeof PaymentEvent>;
export const PaymentEvents = z.object({ events: z.array(PaymentEvent), types: z.array(z.string()) });

export const AuditFilter = z.object({
  action: word,
  /** Id of the action's target. */
  target: word,
  admin: emptyToUndefined(z.uuid("This isn't an admin's id.").optional()),
  from: emptyToUndefined(day.optional()),
  to: emptyToUndefined(day.optional()),
});
export type AuditFilter = z.output<typeof AuditFilter>;

/** The number of days that the console charts. */
export const WEEK_DAYS = 7;

export const WeekQuery = z.object({
  /** The time zone of the calendar days. */
  zone: z
    .string()
    .max(64, 'The time zone may have at most 64 characters.')
    .refine(isTimeZone, 'Choose a valid time zone.')
    .default('UTC'),
});
export type WeekQuery = z.output<typeof WeekQuery>;

export const WeekDay = z.object({
  day: z.iso.date(),
  players: count,
  matches: count,
  listings: count,
  orders: count,
  games: count,
});
export type WeekDay = z.infer<typeof WeekDay>;
export const Week = z.object({ zone: z.string(), days: z.array(WeekDay) });
export type Week = z.infer<typeof Week>;

const State = z.record(z.string(), z.unknown()).nullable();
export const AuditLine = z.object({
  id: z.uuid(),
  admin_id: z.uuid().nullable(),
  admin_name: z.string().nullable(),
  action: z.string(),
  target_type: z.string(),
  target_id: z.string().nullable(),
  before: State,
  after: State,
  undone_at: instant.nullable(),
  created_at: instant,
});
export type AuditLine = z.infer<typeof AuditLine>;
export const AuditLines = z.object({ entries: z.array(AuditLine), actions: z.array(z.string()) });

export const PlayerQuery = z.object({
  q: z.string().trim().min(2, 'Enter at least two characters.').max(100, 'Use at most 100 characters to search.'),
});
export const PlayerLine = z.object({
  id: z.uuid(),
  display_name: z.string().nullable(),
  email: z.string().nullable(),
  twitch_login: z.string().nullable(),
  published: z.boolean(),
  active_bans: z.number().int(),
});
export type PlayerLine = z.infer<typeof PlayerLine>;
export const PlayerLines = z.object({ players: z.array(PlayerLine) });

export const PlayerFile = PlayerLine.extend({
  reliability: ReliabilityFile,
  is_admin: z.boolean(),
  phone: z.string().nullable(),
  platform: z.string().nullable(),
  role: z.string().nullable(),
  region: z.string().nullable(),
  created_at: instant,
  bans: z.array(
    z.object({
      id: z.uuid(),
      scope: z.enum(BAN_SCOPES),
      reason: z.string(),
      created_at: instant,
      expires_at: instant.nullable(),
      lifted_at: instant.nullable(),
      active: z.boolean(),
    }),
  ),
  flags: z.array(
    z.object({
      id: z.uuid(),
      reason: z.string(),
      status: z.enum(FLAG_STATUSES),
      title: z.string(),
      created_at: instant,
    }),
  ),
  reports_upheld: z.number().int(),
  reports_dismissed: z.number().int(),
  listings: z.number().int(),
});
export type PlayerFile = z.infer<typeof PlayerFile>;
