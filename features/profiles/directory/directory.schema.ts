import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { COMPETITIVE_LEVELS, MODES, PLATFORMS, POSITIONS, REGIONS } from '../game.schema.ts';
import { LANGUAGES } from '../player-languages.schema.ts';
import { CARD_FIELDS, type CardField } from '../profile-fields.schema.ts';
import * as messages from '../profiles.messages.ts';
import { PublicProfile } from '../profiles.schema.ts';
import { FILTER_PLATFORMS, MIC_CHOICES, PAGE_SIZE, RATING_CHOICES, SORTS } from './directory-filters.schema.ts';

const NAME_MAX = 40;

/** Treats empty values as unset, because forms send every field. */
const blankToUndefined = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

export const DirectoryFilters = z.object({
  platform: blankToUndefined(
    z.enum([...new Set([...FILTER_PLATFORMS, ...PLATFORMS])], issueText(messages.platformFilterInvalid)).optional(),
  ),
  role: blankToUndefined(z.enum(POSITIONS, issueText(messages.roleInvalid)).optional()),
  region: blankToUndefined(z.enum(REGIONS, issueText(messages.regionInvalid)).optional()),
  mic: blankToUndefined(z.enum(MIC_CHOICES, issueText(messages.micFilterInvalid)).optional()),
  /** Only players whose name starts with this. */
  name: blankToUndefined(
    z
      .string()
      .trim()
      .max(NAME_MAX, issueText(messages.nameFilterTooLong, { max: NAME_MAX }))
      .optional(),
  ),
  mode: blankToUndefined(z.enum(MODES, issueText(messages.modeFilterInvalid)).optional()),
  level: blankToUndefined(z.enum(COMPETITIVE_LEVELS, issueText(messages.levelFilterInvalid)).optional()),
  rating: blankToUndefined(z.enum(RATING_CHOICES, issueText(messages.ratingFilterInvalid)).optional()),
  language: blankToUndefined(z.enum(LANGUAGES, issueText(messages.languageFilterInvalid)).optional()),
  sort: blankToUndefined(z.enum(SORTS, issueText(messages.sortInvalid)).optional()),
  /** Filter for players the user follows. */
  followed: blankToUndefined(z.enum(['yes'], issueText(messages.followedInvalid)).optional()),
  /** Filter for players free when the user is; `auto` applies to published users with availability. */
  free: blankToUndefined(z.enum(['auto', 'no'], issueText(messages.freeInvalid)).optional()),
});
export type DirectoryFilters = z.output<typeof DirectoryFilters>;

export const DirectoryQuery = DirectoryFilters.extend({
  /** `nextCursor` of the previous page. */
  cursor: blankToUndefined(z.string().max(200, issueText(messages.pageMarkerTooLong)).optional()),
  limit: blankToUndefined(
    z.coerce
      .number(issueText(messages.pageSizeInvalid, { max: PAGE_SIZE }))
      .int(issueText(messages.pageSizeInvalid, { max: PAGE_SIZE }))
      .min(1, issueText(messages.pageSizeInvalid, { max: PAGE_SIZE }))
      .max(PAGE_SIZE, issueText(messages.pageSizeInvalid, { max: PAGE_SIZE }))
      .optional(),
  ),
});

const ALWAYS_ON_CARD = ['id', 'verified', 'avatar_path', 'twitch_url', 'created_at'] as const;
type OnCard = CardField | (typeof ALWAYS_ON_CARD)[number];
const onCard: readonly string[] = [...ALWAYS_ON_CARD, ...CARD_FIELDS];

/** Fields of a card, in the order of the public profile. */
export const CARD_COLUMNS = PublicProfile.keyof().options.filter((name): name is OnCard => onCard.includes(name));

export const PlayerCard = PublicProfile.pick(
  Object.fromEntries(CARD_COLUMNS.map((name) => [name, true])) as Record<OnCard, true>,
);
export type PlayerCard = z.infer<typeof PlayerCard>;

export const DirectoryPage = z.object({
  profiles: z.array(PlayerCard),
  nextCursor: z.string().nullable(),
  /** Whether the list contains only players free when the viewer is. */
  free_when_i_am: z.boolean(),
  /** Number of players in the directory, ignoring filters. */
  total: z.number().int(),
});
export type DirectoryPage = z.infer<typeof DirectoryPage>;

export const DirectoryCount = z.object({ count: z.number().int() });
