import { useEffect, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';

/**
 * Returns which of the shown players are hidden from the viewer by a block in either direction. Loaded after the page,
 * because public pages are the same for everyone. On failure nobody is hidden.
 */
export function useHidden(shown: readonly string[]): ReadonlySet<string> {
  const { user } = useAuth();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const ids = shown.join(',');
  useEffect(() => {
    if (!user?.id || ids === '') return setHidden(new Set());
    let current = true;
    unwrap(browserApi().api.profiles.hidden.$get({ query: { ids } }))
      .then((answer) => current && setHidden(new Set(answer.hidden)))
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [user?.id, ids]);
  return hidden;
}
