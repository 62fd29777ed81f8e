import { browserApi } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { useQuery } from '../../../web/use-query.ts';
import type { Entitlements } from '../money.schema.ts';

/** Returns the plan and credits of the signed-in user; undefined for visitors and until they're loaded. */
export function useEntitlements(): Entitlements | undefined {
  const { user } = useAuth();
  return useQuery(user?.id, () => browserApi().api.entitlements.me.$get()).data;
}
