import { z } from 'zod';
import { DAY_SECONDS } from '../../time/units.ts';

/** The maximum upload size; the same as the avatars bucket's limit. */
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;
/** Files and bytes that one person may store across all buckets. */
export const QUOTA = { files: 200, bytes: 100 * 1024 * 1024 } as const;
export const LIST_MAX = 1000;

const sizeText = z.string().regex(/^\d+(\.\d+)?\s?([KMG]?B)?$/i, 'Enter a size in bytes, or one like 5MB.');
const mime = z.string().regex(/^[a-z0-9.+-]+\/([a-z0-9.+-]+|\*)$/i, 'Enter a type like image/png or image/*.');

const settings = {
  public: z.boolean('public must be true or false.').nullish(),
  file_size_limit: z.union([z.number().int().positive(), sizeText]).nullish(),
  allowed_mime_types: z.array(mime).max(50).nullish(),
};
export const NewBucket = z.object({
  id: z.string().nullish(),
  name: z.string('Enter a bucket name.'),
  ...settings,
});
export type NewBucket = z.infer<typeof NewBucket>;
export const BucketChange = z.object({ id: z.string().nullish(), name: z.string().nullish(), ...settings });
export type BucketChange = z.infer<typeof BucketChange>;

export const Bucket = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  public: z.boolean(),
  type: z.literal('STANDARD'),
  file_size_limit: z.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Bucket = z.infer<typeof Bucket>;

export const DoneMessage = z.object({ message: z.string() });

const path = z.string('Enter a path.').min(1, 'Enter a path.').max(1024, 'This path is too long.');
export const Transfer = z.object({
  bucketId: z.string('Enter a bucket.'),
  sourceKey: path,
  destinationKey: path,
  destinationBucket: z.string().nullish(),
});
export type Transfer = z.infer<typeof Transfer>;

/**
 * Accepts numbers as text, like the protocol's reference server, because the official Python client sends them that
 * way.
 */
const wholeNumber = (what: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z.number(`${what} must be a whole number.`).int(`${what} must be a whole number.`),
  );
/** Treats null as omitted, because some clients send null and others omit the field. */
const nullToUndefined = (value: unknown) => value ?? undefined;
const toOptional = <T extends z.ZodType>(field: T) => z.preprocess(nullToUndefined, field);

export const Removal = z.object({ prefixes: z.array(path, 'Enter a list of paths.').max(LIST_MAX) });
const prefix = toOptional(z.string('prefix must be text.').max(1024, 'This prefix is too long.').default(''));
export const Search = z.object({
  prefix,
  limit: toOptional(wholeNumber('limit').pipe(z.number().min(1).max(LIST_MAX)).default(100)),
  offset: toOptional(wholeNumber('offset').pipe(z.number().min(0).max(1_000_000)).default(0)),
  search: z.string().max(200).nullish(),
  sortBy: z
    .object({
      column: toOptional(z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name')),
      order: toOptional(z.string().default('asc')),
    })
    .nullish(),
});
export type Search = z.infer<typeof Search>;

const BUCKET_COLUMNS = ['id', 'name', 'created_at', 'updated_at'] as const;
/** Query of a bucket list, with the parameter names of the official client. Without a limit it lists all buckets. */
export const BucketSearch = z.object({
  limit: wholeNumber('limit').pipe(z.number().min(1, 'limit must be at least 1.')).optional(),
  offset: wholeNumber('offset').pipe(z.number().min(0, 'offset must be at least 0.').max(1_000_000)).default(0),
  search: z.string().max(200).default(''),
  sortColumn: z.enum(BUCKET_COLUMNS, 'sortColumn must be id, name, created_at or updated_at.').default('name'),
  sortOrder: z.enum(['asc', 'desc'], 'sortOrder must be asc or desc.').default('asc'),
});
export type BucketSearch = z.infer<typeof BucketSearch>;

const SORTED_BY = ['name', 'updated_at', 'created_at'] as const;
export const SearchV2 = z.object({
  prefix,
  limit: toOptional(wholeNumber('limit').pipe(z.number().min(1, 'limit must be at least 1.')).default(LIST_MAX)),
  cursor: z.string('cursor must be text.').max(4096, 'This cursor is too long.').nullish(),
  with_delimiter: toOptional(z.boolean('with_delimiter must be true or false.').default(false)),
  sortBy: z
    .object({
      column: toOptional(z.enum(SORTED_BY, 'column must be name, updated_at or created_at.').default('name')),
      order: toOptional(z.enum(['asc', 'desc'], 'order must be asc or desc.').default('asc')),
    })
    .nullish(),
});
export type SearchV2 = z.infer<typeof SearchV2>;

/** The end of one page of a listing: its last entry and the sort order. */
export const Cursor = z.object({
  column: z.enum(SORTED_BY),
  order: z.enum(['asc', 'desc']),
  at: z
    .string()
    .regex(/^-?\d{1,18}$/)
    .nullable(),
  name: z
    .string()
    .max(1024)
    .refine((name) => name.isWellFormed() && !name.includes('\0')),
});
export type Cursor = z.infer<typeof Cursor>;

const NamedFile = { key: z.string().optional(), name: z.string() };
const ListedFile = z.object({
  ...NamedFile,
  id: z.string(),
  updated_at: z.string(),
  created_at: z.string(),
  last_accessed_at: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});
const ListedFolder = z.object({ ...NamedFile, key: z.string() });
export const Listing = z.object({
  hasNext: z.boolean(),
  nextCursor: z.string().optional(),
  folders: z.array(ListedFolder),
  objects: z.array(ListedFile),
});
export type Listing = z.infer<typeof Listing>;

/** Lifetime of a signed link, at most one week. */
const expiresIn = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
  z
    .number('expiresIn must be a number of seconds.')
    .int('expiresIn must be a whole number of seconds.')
    .min(1, 'expiresIn must be at least one second.')
    .max(7 * DAY_SECONDS, 'A link can work for a week at most.'),
);
/** Requested image transformation. We parse it only to refuse it, because none are supported. */
const transform = z.record(z.string(), z.unknown(), 'transform must be an object.').nullish();
export const Signature = z.object({ expiresIn, transform });
export const Signatures = z.object({
  expiresIn,
  transform,
  paths: z.array(path, 'Enter a list of paths.').max(LIST_MAX),
});

/** A listing entry: a file or a folder. A folder has only a name, and its other fields are null. */
export const Entry = z.object({
  name: z.string(),
  id: z.string().nullable(),
  updated_at: z.string().nullable(),
  created_at: z.string().nullable(),
  last_accessed_at: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
});
export type Entry = z.infer<typeof Entry>;

export const Crop = z.object({
  /** Left and top edge and side length of the square, in pixels of the displayed image. */
  x: z.coerce.number().int().min(0),
  y: z.coerce.number().int().min(0),
  size: z.coerce.number().int().min(16),
});
export type Crop = z.infer<typeof Crop>;

export const AvatarState = z.object({ avatar_url: z.string().nullable() });
