import type { Deps, Person } from '../../server/deps.ts';
import { createListing } from './lfg.commands.ts';
import { NewListing, type NewListingInput } from './lfg.schema.ts';

let listingCount = 0;

/** Creates an open listing through the same command that users trigger. */
export async function makeListing(
  deps: Deps,
  owner: Person,
  overrides: Partial<NewListingInput> = {},
): Promise<string> {
  listingCount += 1;
  const input = NewListing.parse({
    title: `Run ${listingCount} needs players`,
    needed_positions: ['C'],
    modes: ['Rec'],
    platform: 'PS5',
    allows_crossplay: true,
    region: 'NA-East',
    availability: [{ day: 'Mon', start: '20:00', end: '23:00' }],
    timezone: 'America/New_York',
    ...overrides,
  });
  return createListing(deps, owner, input);
}
