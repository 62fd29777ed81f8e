import { useEffect, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import type { Entitlements } from '../money.schema.ts';

/** Returns the plan and credits of the signed-in user; undefined for visitors and until they're loaded. */
export function useEntitlements(): Entitlements | undefined {
  const { user } = useAuth();
  const [held, setHeld] = useState<Entitlements>();
  const userId = user?.id;
  useEffect(() => {
    let current = true;
    if (!userId) return setHeld(undefined);
    unwrap(browserApi().api.entitlements.me.$get())
      .then((answer) => current && setHeld(answer))
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [userId]);
  return held;
}
