import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { longText, shortText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import { unknownFieldsError } from '../moderation/moderation.schema.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS, WEEK_DAYS } from '../profiles/game.schema.ts';
import { isTimeZone } from '../profiles/profiles.schema.ts';
import * as messages from './lfg.messages.ts';
import { DEFAULTS, LIMITS } from './listing-form.schema.ts';

export const PAGE_SIZE = 25;
const HTML_TAG = /<[a-z!/][^>]*>/i;
const NO_HTML = issueText(messages.htmlNotAllowed);
const POSITIONS_INVALID = issueText(messages.positionsInvalid);
const MODES_INVALID = issueText(messages.modesInvalid, { modes: MODES.join(', ') });
const PLATFORM_INVALID = issueText(messages.platformInvalid, { platforms: PLATFORMS.join(', ') });
const DAY_INVALID = issueText(messages.slotDayInvalid, { days: WEEK_DAYS.join(', ') });
const REGION_INVALID = issueText(messages.regionInvalid, { regions: REGIONS.join(', ') });

const createOptionalText = (max: number, errors: { invalid: string; tooLong: string }) =>
  longText(max, errors)
    .refine((value) => !HTML_TAG.test(value), NO_HTML)
    .nullable()
    .default(null)
    .transform((value) => (value === '' ? null : value));

const clockField = z
  .string({ error: issueText(messages.slotTimeInvalid) })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, issueText(messages.slotTimeInvalid));

/** A time range on one weekday in the owner's local time. If `end` is before `start`, it's on the next day. */
export const Slot = z
  .strictObject(
    {
      day: z.enum(WEEK_DAYS, { error: DAY_INVALID }),
      start: clockField,
      end: clockField,
    },
    unknownFieldsError,
  )
  .refine((slot) => slot.start !== slot.end, issueText(messages.slotEmpty));
export type Slot = z.output<typeof Slot>;

const createChoices = <const T extends readonly [string, ...string[]]>(
  values: T,
  missingMessage: string,
  unknown: string,
) =>
  z
    .array(z.enum(values, { error: unknown }), { error: missingMessage })
    .min(1, missingMessage)
    .transform((list) => values.filter((value) => (list as string[]).includes(value)) as T[number][]);

const listingFields = {
  title: shortText(LIMITS.title, {
    missing: issueText(messages.titleMissing),
    tooLong: issueText(messages.titleTooLong, { max: LIMITS.title }),
  }).refine((value) => !HTML_TAG.test(value), NO_HTML),
  needed_positions: createChoices(POSITIONS, issueText(messages.positionsMissing), POSITIONS_INVALID),
  modes: createChoices(MODES, issueText(messages.modesMissing), MODES_INVALID),
  platform: z.enum(PLATFORMS, { error: PLATFORM_INVALID }).default(DEFAULTS.platform),
  allows_crossplay: z.boolean({ error: issueText(messages.crossplayInvalid) }).default(DEFAULTS.allows_crossplay),
  region: z.enum(REGIONS, { error: REGION_INVALID }).default(DEFAULTS.region),
  availability: z
    .array(Slot, { error: issueText(messages.availabilityInvalid) })
    .max(LIMITS.slots, issueText(messages.tooManySlots, { max: LIMITS.slots }))
    .default([]),
  timezone: z.string().refine(isTimeZone, issueText(messages.timeZoneInvalid)).optional(),
  notes: createOptionalText(LIMITS.notes, {
    invalid: issueText(messages.notesInvalid),
    tooLong: issueText(messages.notesTooLong, { max: LIMITS.notes }),
  }),
};

export const NewListing = z.strictObject(
  { ...listingFields, boost: z.boolean({ error: issueText(messages.boostInvalid) }).default(false) },
  unknownFieldsError,
);
export type NewListing = z.output<typeof NewListing>;
export type NewListingInput = z.input<typeof NewListing>;

export const ListingEdit = z.strictObject(listingFields, unknownFieldsError);
export type ListingEdit = z.output<typeof ListingEdit>;

export const LISTING_STATUSES = ['active', 'closed', 'expired'] as const;
export const APPLICATION_STATUSES = ['pending', 'accepted', 'declined', 'withdrawn'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** The public form of a listing, which is the same for every viewer. */
export const Listing = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  owner: z.object({ display_name: z.string(), avatar_path: z.string().nullable() }),
  role: z.literal('N/A'),
  title: z.string(),
  needed_positions: z.array(z.enum(POSITIONS)),
  filled_positions: z.array(z.enum(POSITIONS)),
  modes: z.array(z.string()),
  platform: z.string(),
  allows_crossplay: z.boolean(),
  region: z.string(),
  availability: z.array(z.object({ day: z.enum(WEEK_DAYS), start: z.string(), end: z.string() })),
  timezone: z.string(),
  notes: z.string().nullable(),
  boost_expires_at: instant.nullable(),
  status: z.enum(LISTING_STATUSES),
  created_at: instant,
  listed_at: instant,
  expires_at: instant,
  match_id: z.uuid().nullable(),
  /** Whether the listing's group has become a squad, a pair or a party. */
  complete: z.boolean(),
});
export type Listing = z.infer<typeof Listing>;

/** A listing as stored. Times are text in the database's format, because cursors need full precision. */
export type StoredListing = Omit<Listing, 'owner' | 'role' | 'availability' | 'complete'> & {
  display_name: string | null;
  avatar_path: string | null;
  availability: string;
  became_party_at: string | null;
};

const createValueList = <const T extends readonly [string, ...string[]]>(values: T, unknown: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((value) =>
      (value === undefined ? [] : [value].flat()).flatMap((each) => each.split(',')).filter(Boolean),
    )
    .pipe(z.array(z.enum(values, { error: unknown })).max(values.length * 2));

const dropAllOption = (value: unknown) => (value === '' || value === 'All' ? undefined : value);

/** The Browse filters as they appear in the URL. A missing filter matches everything. */
export const BrowseFilter = z.object({
  platform: z.preprocess(dropAllOption, z.enum(PLATFORMS, { error: PLATFORM_INVALID }).optional()),
  region: z.preprocess(dropAllOption, z.enum(REGIONS, { error: REGION_INVALID }).optional()),
  modes: createValueList(MODES, MODES_INVALID),
  positions: createValueList(POSITIONS, POSITIONS_INVALID),
});
export type BrowseFilter = z.output<typeof BrowseFilter>;

export const BrowseQuery = BrowseFilter.extend({
  sort: z.enum(['newest', 'fit'], { error: issueText(messages.sortInvalid) }).default('newest'),
  after: z.string().max(400, issueText(messages.pageAddressInvalid)).optional(),
});
export type BrowseQuery = z.output<typeof BrowseQuery>;

/** A listing in Browse, with the viewer's relation to it. */
export const BrowseItem = Listing.extend({
  mine: z.boolean(),
  application: z.enum(APPLICATION_STATUSES).nullable(),
  /** 0 to 100; set only when sorted by fit. */
  fit: z.number().int().nullable(),
});
export type BrowseItem = z.infer<typeof BrowseItem>;

export const BrowsePage = z.object({
  items: z.array(BrowseItem),
  next: z.string().nullable(),
  /** The viewer's availability, so the page can show how many of a listing's hours they share. */
  viewer: z.object({
    timezone: z.string(),
    availability: z.array(z.object({ days: z.array(z.enum(WEEK_DAYS)), start: z.string(), end: z.string() })),
  }),
});
export type BrowsePage = z.infer<typeof BrowsePage>;

export const ApplyRequest = z.strictObject(
  {
    message: createOptionalText(LIMITS.message, {
      invalid: issueText(messages.applyMessageInvalid),
      tooLong: issueText(messages.applyMessageTooLong, { max: LIMITS.message }),
    }),
    /** Defaults to the caller's own position if it's needed, otherwise to the first free seat. */
    position: z.enum(POSITIONS, { error: POSITIONS_INVALID }).optional(),
  },
  unknownFieldsError,
);
export type ApplyRequest = z.output<typeof ApplyRequest>;

export const Applicant = z.object({
  id: z.uuid(),
  position: z.enum(POSITIONS),
  message: z.string().nullable(),
  status: z.enum(APPLICATION_STATUSES),
  created_at: instant,
  /** Whether the player's no-shows put them below the reliability limit. */
  often_missing: z.boolean(),
  /** Count of chat messages the owner hasn't read. */
  unread: z.number().int(),
  /** Null while the profile isn't public. */
  profile: z
    .object({
      id: z.uuid(),
      display_name: z.string(),
      avatar_path: z.string().nullable(),
      verified: z.boolean(),
      role: z.string(),
      platform: z.string(),
      region: z.string(),
      overall_rating: z.number().nullable(),
      win_percentage: z.number().nullable(),
      competitive_level: z.string().nullable(),
      mic: z.boolean(),
    })
    .nullable(),
});
export type Applicant = z.infer<typeof Applicant>;

/** The caller's relation to one listing. */
export const ListingOwnerSide = z.object({
  mine: z.boolean(),
  application: z
    .object({
      id: z.uuid(),
      status: z.enum(APPLICATION_STATUSES),
      position: z.enum(POSITIONS),
      message: z.string().nullable(),
    })
    .nullable(),
  /** Set for the owner only. */
  applicants: z.array(Applicant),
  /** Whether all seats are filled and the group is the size of a squad or a pair. */
  can_become_squad: z.boolean(),
  /**
   * Whether all seats are filled and the group has three or four players. They can queue as a party, and the matcher
   * fills the other seats of the squad.
   */
  can_become_party: z.boolean(),
  /** Whether Browse shows the listing to the caller, ignoring filters. */
  browsable: z.boolean(),
  /** The details that the owner and applicants still see while the owner's ban hides the listing. */
  hidden: z.object({ title: z.string(), status: z.enum(LISTING_STATUSES) }).nullable(),
});
export type ListingOwnerSide = z.infer<typeof ListingOwnerSide>;

/** `unread`: count of messages the owner hasn't read. */
const OwnListing = Listing.extend({ pending: z.number().int(), unread: z.number().int() });

const OwnApplication = z.object({
  id: z.uuid(),
  listing_id: z.uuid(),
  title: z.string(),
  owner_name: z.string(),
  position: z.enum(POSITIONS),
  status: z.enum(APPLICATION_STATUSES),
  listing_status: z.enum(LISTING_STATUSES),
  /** Whether the owner's ban hides the listing. */
  hidden: z.boolean(),
  created_at: instant,
  /** Count of messages the applicant hasn't read. */
  unread: z.number().int(),
});
export type OwnApplication = z.infer<typeof OwnApplication>;

export const OwnLfg = z.object({
  listings: z.array(OwnListing),
  applications: z.array(OwnApplication),
  /** When the next free boost may be used; null means now. */
  boost_available_at: instant.nullable(),
  boosts_freely: z.boolean(),
  /** The region from the caller's profile, used as the default for a new listing. Null without a profile. */
  region: z.enum(REGIONS).nullable(),
  /** Whether a ban hides the caller's listings. */
  hidden: z.boolean(),
});
export type OwnLfg = z.infer<typeof OwnLfg>;
