import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { toErrorMessage } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../queue.messages.ts';
import type { SpotOffer as Offer } from '../queue.schema.ts';
import { PlayBar, TimeLeft } from './play-bar.tsx';
import { answerOffer } from './queue-requests.ts';
import { refreshQueue } from './queue-store.ts';
import { useServerTime } from './use-server-time.ts';

/** Offers a spot in a game that's waiting for a player. Whoever doesn't take it keeps their place in the queue. */
export function SpotOffer({ offer }: { offer: Offer }) {
  const t = useTranslator();
  const navigate = useNavigate();
  const now = useServerTime(500);
  const [busy, setBusy] = useState<'accept' | 'decline'>();
  const { session_id: id, squad_name: squad, position, until } = offer;
  if (Date.parse(until) <= now) return null;
  const answer = async (action: 'accept' | 'decline') => {
    if (busy) return;
    setBusy(action);
    try {
      await answerOffer(offer, action);
      showToast({ title: t(action === 'accept' ? messages.spotTaken : messages.stayed), tone: 'success' });
      if (action === 'accept') await navigate(paths.session(id));
    } catch (error) {
      showToast({ title: t(messages.offerGone), description: toErrorMessage(error, ''), tone: 'info' });
    } finally {
      setBusy(undefined);
      refreshQueue().catch(() => {});
    }
  };
  return (
    <PlayBar label={t(messages.offerLabel)} tone="orange">
      <p className="play-bar-words wrap-anywhere" role="alert">
        {t(messages.offerTitle, { squad, position: position ?? 'none' })}{' '}
        <span aria-hidden="true">
          <TimeLeft until={until} now={now} />
        </span>
      </p>
      <Button size="sm" loading={busy === 'accept'} onClick={() => answer('accept')}>
        {t(messages.takeSpot)}
      </Button>
      <IconButton size="sm" icon="close" label={t(messages.notNow)} onClick={() => answer('decline')} />
    </PlayBar>
  );
}
