import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { getBrowserZone } from '../../../web/ui/browser-zone.ts';
import type { OwnProfile } from '../profiles.schema.ts';

/** Loads the user's own profile. Creates it if the user signed in without the callback. */
export async function readOwnProfile(): Promise<OwnProfile> {
  const { me } = browserApi().api.profiles;
  try {
    return await unwrap(me.$get());
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const timeZone = getBrowserZone();
    await unwrap(me.arrival.$post({ json: { timezone: timeZone } }));
    return unwrap(me.$get());
  }
}
