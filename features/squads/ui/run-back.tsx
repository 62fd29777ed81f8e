import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../squads.messages.ts';
import type { RunBackOffer } from '../squads.schema.ts';

type Props = { squadId: string; word: RunBackOffer; others: number };

/** Proposes the last session again with one tap, and shows the new date. */
export function RunBack({ squadId, word, others }: Props) {
  const t = useTranslator();
  const reader = useReader();
  const { run } = useAction();
  const { kind, session_id, starts_at } = word;
  const { $post: post } = browserApi().api.squads[':id']['run-back'];
  const propose = () =>
    run(() => post({ param: { id: squadId }, json: { session_id, kind } }), t(messages.askedToast, { others }));
  return (
    <Button size="sm" icon="refresh" onClick={propose}>
      {kind === 'now'
        ? t(messages.runBackNow)
        : t(messages.runBackAt, { time: formatReaderTime(t, starts_at, 'moment', reader) })}
    </Button>
  );
}
