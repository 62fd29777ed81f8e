import { browserApi } from '../../../web/api-client.ts';
import { useQuery } from '../../../web/use-query.ts';
import { BanNotice } from './ban-notice.tsx';

/** Shows the viewer's bans on a page that's rendered the same for everyone, so they're fetched afterwards. */
export function OwnBanNotice({ signedIn }: { signedIn: boolean }) {
  const { data } = useQuery(signedIn && 'bans', () => browserApi().api.moderation.me.$get());
  return <BanNotice bans={data?.bans ?? []} />;
}
