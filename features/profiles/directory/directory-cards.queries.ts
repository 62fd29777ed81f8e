import { type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/database.ts';
import { parseTextRows, prepareStatementFor, toJsonList, toTextRows } from '../../../db/prepared-statements.ts';
import type { AvailabilityWindow } from '../profiles.schema.ts';
import { protocolProfiles as p } from '../profiles.tables.ts';
import {
  type After,
  type Equalities,
  hasHours,
  hoursHashSql,
  listNewestPlayers,
  type Page,
  type Sort,
  type WithPlaceholders,
} from './directory.queries.ts';
import { CARD_COLUMNS } from './directory.schema.ts';

/** A row of a directory page: the serialized card, plus the data for cursors. */
export type CardRow = { id: string; at: string; rating: number | null; card: string };

const fieldSql = (name: string) => sql.raw(`f.${name}`);
const parts = CARD_COLUMNS.filter((name) => name !== 'created_at').map(
  (name) => sql`${sql.raw(`'${name}'`)}, ${fieldSql(name)}`,
);
/** JSON of a card, built by the database because serializing fifty cards here would cost more than everything else. */
const card = sql`json_build_object(${sql.join(parts, sql`, `)}, 'created_at', to_char(
  ${fieldSql('created_at')}::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text`;
const cardColumns = [fieldSql('id'), fieldSql('created_at'), fieldSql('overall_rating'), card];

type FilterName = keyof Equalities;
/**
 * Everything that determines a query's text, including the limit, because PostgreSQL plans for many rows when the limit
 * is a parameter.
 */
type Shape = {
  filters: readonly FilterName[];
  sort: Sort;
  limit: number;
  isLater: boolean;
  isSignedIn: boolean;
  isFollowed: boolean;
};
type QueryParams = Record<FilterName | 'createdAt' | 'after' | 'afterRating' | 'viewerId', unknown>;
type Places = { readonly [Name in keyof QueryParams]: SQL };

const MAX_SHAPES = 500;
const shapes = new Map<string, Shape>();

/** Returns the same object for the same shape, so each query's text is built only once. */
function getStatementShape(
  filters: Equalities,
  after: After | undefined,
  { limit, viewerId, sort = 'newest', followedBy }: Page,
): Shape {
  const set = (Object.keys(filters) as FilterName[]).filter(
    (name) => filters[name] !== undefined && filters[name] !== '',
  );
  const [isLater, isSignedIn, isFollowed] = [Boolean(after), viewerId !== undefined, followedBy !== undefined];
  const key = [...set.sort(), sort, limit, isLater, isSignedIn, isFollowed].join(' ');
  const cachedShape = shapes.get(key);
  if (cachedShape) return cachedShape;
  if (shapes.size >= MAX_SHAPES) shapes.clear();
  const shape = { filters: set, sort, limit, isLater, isSignedIn, isFollowed };
  shapes.set(key, shape);
  return shape;
}

function createStatement(places: Places, { filters, sort, limit, isLater, isSignedIn, isFollowed }: Shape) {
  const filterValues = Object.fromEntries(filters.map((name) => [name, places[name]])) as WithPlaceholders<Equalities>;
  const after = { createdAt: places.createdAt, id: places.after, rating: places.afterRating };
  return listNewestPlayers(new QueryBuilder() as unknown as Db, filterValues, isLater ? after : undefined, {
    limit: sql.raw(String(limit)),
    viewerId: isSignedIn ? places.viewerId : undefined,
    sort,
    followedBy: isFollowed ? places.viewerId : undefined,
  });
}

const selectCards = (places: Places, shape: Shape) =>
  sql`select ${toTextRows(cardColumns, sql`(${createStatement(places, shape)}) f`)} as found`;

function listRows(found: string): TimedRow[] {
  return parseTextRows(found).map(([id, at, rating, card, sum]) => ({
    id: id!,
    at: at!,
    rating: rating ? Number(rating) : null,
    card: card!,
    sum: sum || null,
  }));
}

type CardQuery = [filters: Equalities, after: After | undefined, page: Page];

function toQueryParams(...[filters, after, { viewerId }]: CardQuery): QueryParams {
  const place = { createdAt: after?.createdAt, after: after?.id, afterRating: after?.rating };
  return { ...filters, ...place, viewerId } as QueryParams;
}

/**
 * Returns whether a query has no filters and can use a cached generic plan. The best plan for a filtered query depends
 * on the values.
 */
const isPlain = ({ filters, isFollowed }: Shape) => filters.length === 0 && !isFollowed;
const queryUnfilteredCards = prepareStatementFor<Shape, QueryParams, { found: string }>(selectCards);
const queryFilteredCards = prepareStatementFor<Shape, QueryParams, { found: string }>(selectCards, 'each time');

/** Lists a page of players as serialized cards. */
export async function listCards(db: Db, ...query: CardQuery): Promise<CardRow[]> {
  const shape = getStatementShape(...query);
  const [read] = await (isPlain(shape) ? queryUnfilteredCards : queryFilteredCards)(shape, db, toQueryParams(...query));
  return listRows(read!.found);
}

type Hours = { published: boolean; timezone: string; windows: AvailabilityWindow[] };
type TimedRow = CardRow & { sum: string | null };

const selectTimedCards = (places: Places, shape: Shape) => sql`
  with found as materialized (${createStatement(places, shape)}),
       numbered as (select row_number() over () as n, found.* from found)
  select ${toJsonList(sql`
    select ${p.published}, coalesce(${p.timezone}, 'UTC') as timezone, ${p.availability} as windows
      from ${p} where ${p.id} = ${places.viewerId} and ${hasHours}`)} as own,
    ${toTextRows(
      [...cardColumns, sql`case when ${hasHours} then ${hoursHashSql} end`],
      sql`numbered f join ${p} on ${p.id} = f.id`,
      sql`f.n`,
    )} as found`;
type TimedCards = { own: Hours[]; found: string };
const queryUnfilteredTimedCards = prepareStatementFor<Shape, QueryParams, TimedCards>(selectTimedCards);
const queryFilteredTimedCards = prepareStatementFor<Shape, QueryParams, TimedCards>(selectTimedCards, 'each time');

/**
 * Lists a page of cards with a hash of each player's availability, if set, and the viewer's own availability, if set.
 */
export async function listCardsWithHours(
  db: Db,
  ...query: CardQuery
): Promise<{ own: Hours | undefined; found: TimedRow[] }> {
  const shape = getStatementShape(...query);
  const [read] = await (isPlain(shape) ? queryUnfilteredTimedCards : queryFilteredTimedCards)(
    shape,
    db,
    toQueryParams(...query),
  );
  return { own: read!.own[0], found: listRows(read!.found) };
}
