import type { Translator } from '../../messages/translator.ts';
import { toIso } from '../../time/instants.ts';
import { memoizeLru } from '../../time/memoize-lru.ts';
import { POSITIONS } from '../profiles/game.schema.ts';
import * as messages from './lfg.messages.ts';
import { getVisibleStatus, isComplete } from './lfg.rules.ts';
import { type Listing, Slot, type StoredListing } from './lfg.schema.ts';

const LISTINGS_KEPT = 5_000;

/** Parses slots from the stored text. Skips anything that isn't a slot, because imported rows may contain anything. */
const parseSlots = memoizeLru(LISTINGS_KEPT, (availability): Slot[] => {
  try {
    const list: unknown = JSON.parse(availability);
    if (!Array.isArray(list)) return [];
    return list.flatMap((each) => {
      const slot = Slot.safeParse(each);
      return slot.success ? [slot.data] : [];
    });
  } catch {
    return [];
  }
});

/** Returns a listing's owner as shown to others. */
export const toOwner = (t: Translator, row: StoredListing): Listing['owner'] => ({
  display_name: row.display_name ?? t(messages.unknownOwner),
  avatar_path: row.avatar_path,
});

/** Converts a stored listing to its public form. */
export function toListing(t: Translator, row: StoredListing, now: Date): Listing {
  return {
    id: row.id,
    user_id: row.user_id,
    owner: toOwner(t, row),
    role: 'N/A',
    title: row.title,
    needed_positions: row.needed_positions,
    filled_positions: POSITIONS.filter((position) => row.filled_positions.includes(position)),
    modes: row.modes,
    platform: row.platform,
    allows_crossplay: row.allows_crossplay,
    region: row.region,
    availability: parseSlots(row.availability),
    timezone: row.timezone,
    notes: row.notes,
    boost_expires_at: row.boost_expires_at === null ? null : toIso(row.boost_expires_at),
    status: getVisibleStatus({ status: row.status, expiresAt: new Date(row.expires_at) }, now),
    created_at: toIso(row.created_at),
    listed_at: toIso(row.listed_at),
    expires_at: toIso(row.expires_at),
    match_id: row.match_id,
    complete: isComplete({ matchId: row.match_id, becamePartyAt: row.became_party_at }),
  };
}
