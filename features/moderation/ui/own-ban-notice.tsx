import { useEffect, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import type { OwnBan } from '../moderation.schema.ts';
import { BanNotice } from './ban-notice.tsx';

/** Shows the viewer's bans on a page that's rendered the same for everyone, so they're fetched afterwards. */
export function OwnBanNotice({ signedIn }: { signedIn: boolean }) {
  const [bans, setBans] = useState<readonly OwnBan[]>([]);
  useEffect(() => {
    if (!signedIn) return setBans([]);
    let current = true;
    unwrap(browserApi().api.moderation.me.$get())
      .then((status) => current && setBans(status.bans))
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [signedIn]);
  return <BanNotice bans={bans} />;
}
