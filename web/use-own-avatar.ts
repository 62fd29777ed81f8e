import { useEffect, useState } from 'react';
import { browserApi, unwrap } from './api-client.ts';

/** Returns the generated avatar of a signed-in user without a picture; undefined until it has loaded. */
export function useOwnAvatar(wanted: boolean): string | undefined {
  const [face, setFace] = useState<string>();
  useEffect(() => {
    if (!wanted) return;
    unwrap(browserApi().api.profiles.me.look.$get())
      .then((ownAvatar) => setFace(ownAvatar.face))
      .catch(() => {});
  }, [wanted]);
  return face;
}
