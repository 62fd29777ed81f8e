import { browserApi } from './api-client.ts';
import { useQuery } from './use-query.ts';

/** Returns the generated avatar of a signed-in user without a picture; undefined until it has loaded. */
export const useOwnAvatar = (isNeeded: boolean): string | undefined =>
  useQuery(isNeeded && 'face', () => browserApi().api.profiles.me.look.$get()).data?.face;
