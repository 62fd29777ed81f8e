import { formatReaderTime } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { useAction } from '../../../web/use-action.ts';
import type { RunBackWord } from '../squads.schema.ts';

type Props = { squadId: string; word: RunBackWord; onChanged: () => void };

/** Proposes the last session again with one tap, and shows the new date. */
export function RunBack({ squadId, word, onChanged }: Props) {
  const reader = useReader();
  const { busy, run } = useAction();
  const { kind, session_id, starts_at } = word;
  const propose = async () => {
    const post = browserApi().api.squads[':id']['run-back'].$post;
    const work = () => unwrap(post({ param: { id: squadId }, json: { session_id, kind } }));
    await run('back', work, 'We’ve asked the others');
    onChanged();
  };
  return (
    <Button size="sm" icon="refresh" loading={busy !== undefined} onClick={() => propose()}>
      {kind === 'now' ? 'Run it back now' : `Run it back: ${formatReaderTime(starts_at, 'moment', reader)}`}
    </Button>
  );
}
