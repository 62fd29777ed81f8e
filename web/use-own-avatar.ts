import { useEffect, useState } from 'react';
import { browserApi, unwrap } from './api-client.ts';

/** The face that is drawn of who is signed in while they have no picture; nothing until it has come. */
export function useOwnAvatar(wanted: boolean): string | undefined {
  const [face, setFace] = useState<string>();
  useEffect(() => {
    if (!wanted) return;
    unwrap(browserApi().api.profiles.me.look.$get())
      .then((mine) => setFace(mine.face))
      .catch(() => {});
  }, [wanted]);
  return face;
}
