import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillSearchPlayers } from '../../bench/search/fill.ts';
import { listFilterCombinations } from '../../bench/search/filter-combinations.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { createSegmentStatement } from './listing-browse.queries.ts';
import { toBrowseAddress } from './listing-browse.rules.ts';

const LISTING_COUNT = 20_000;
const dialect = new PgDialect();
let context: TestContext;
let viewerId: string;

beforeAll(async () => {
  context = await openTestContext();
  viewerId = (await makePlayer(context.deps)).userId;
  await fillSearchPlayers(context.deps.database.pool, LISTING_COUNT);
}, 120_000);
afterAll(() => context.close());

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

describe('Browse with twenty thousand listings', () => {
  it('uses an index for every filter combination, featured or not, first page or later', async () => {
    const now = new Date();
    const after = { boost: null, listed: '2026-01-01 00:00:00+00', id: '00000000-0000-4000-8000-000000000001' };
    const indexes = new Set<string>();
    for (const filter of listFilterCombinations()) {
      for (const [segment, cursor] of [
        ['featured', undefined],
        ['featured', { ...after, boost: after.listed }],
        ['others', undefined],
        ['others', after],
      ] as const) {
        const { sql, params } = dialect.sqlToQuery(
          createSegmentStatement(segment, { filter, viewerId, after: cursor, limit: 21, now }),
        );
        const { rows } = await context.deps.database.pool.query(`explain (format json) ${sql}`, params);
        const nodes = listNodes(rows[0]['QUERY PLAN'][0].Plan);
        const scannedTables = nodes
          .filter((node) => node['Node Type'] === 'Seq Scan')
          .map((node) => node['Relation Name']);
        expect(scannedTables, `${segment} ${toBrowseAddress(filter)}`).not.toContain('lfg_listings');
        for (const node of nodes) if (node['Index Name']?.startsWith('lfg_listings')) indexes.add(node['Index Name']);
      }
    }
    // Common filters scan in sort order, rare ones by facet.
    expect([...indexes]).toEqual(
      expect.arrayContaining(['lfg_listings_newest', 'lfg_listings_facets', 'lfg_listings_featured']),
    );
  }, 120_000);
});
