import { useEffect, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';

/**
 * Whom of the shown players the one who looks does not see, because a block stands between them; asked after the page
 * stands, because public pages are the same for everybody. A failure hides nobody.
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
