import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import { MODES } from '../../profiles/game.schema.ts';
import * as messages from '../competition.messages.ts';
import type { GameMode, SessionGames } from '../games/games.schema.ts';
import { ClaimFields, useClaim } from './claim-fields.tsx';
import { FormFoot, useFormError } from './game-dialogs.tsx';
import { LineupFields, useLineup } from './lineup-fields.tsx';

const LENGTHS = [1, 3, 5, 7] as const;

type Props = { sessionId: string; games: SessionGames; onReported: () => Promise<unknown> };

/** Reports how a game of a session ended. */
export function ReportGame({ sessionId, games, onReported }: Props) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  if (games.next_number === null) return null;
  return (
    <>
      <Button size="sm" variant="secondary" icon="plus" className="self-start" onClick={() => setOpen(true)}>
        {t(messages.reportGame)}
      </Button>
      {open && (
        <ReportDialog
          sessionId={sessionId}
          games={games}
          number={games.next_number}
          onReported={onReported}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function ReportDialog({
  sessionId,
  games,
  number,
  onReported,
  onClose,
}: Props & { number: number; onClose: () => void }) {
  const t = useTranslator();
  const { run } = useAction();
  const claim = useClaim();
  const lineup = useLineup(games.eligible);
  const [mode, setMode] = useState<GameMode>(games.games.at(-1)?.mode ?? MODES[0]);
  const [length, setLength] = useState('1');
  const [opponent, setOpponent] = useState('');
  const { error, clear, report } = useFormError();
  const isSeries = length !== '1';
  const send = async () => {
    clear();
    const best_of = LENGTHS.find((one) => `${one}` === length) ?? 1;
    const json = {
      number,
      mode,
      best_of,
      ...claim.complete(),
      lineup: lineup.complete(),
      opponent: opponent.trim() || null,
    };
    const { games: operation } = browserApi().api.sessions[':id'];
    const work = () => operation.$post({ param: { id: sessionId }, json });
    if (!(await run(work, t(messages.toastReported), report))) return;
    await onReported();
    onClose();
  };
  const isAboutLineup = error?.field?.startsWith('lineup');
  const isAboutOpponent = error?.field === 'opponent';
  return (
    <Dialog open title={t(messages.reportTitle, { number })} onClose={onClose}>
      <Form className="stack" onSubmit={send}>
        <ClaimFields claim={claim} name="report" error={isAboutLineup || isAboutOpponent ? undefined : error} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t(messages.modeField)}>
            <Select options={MODES} value={mode} onChange={(event) => setMode(event.target.value as GameMode)} />
          </Field>
          <Field label={t(messages.bestOfField)}>
            <Select
              options={LENGTHS.map((count) => ({
                value: `${count}`,
                label: count === 1 ? t(messages.oneGame) : t(messages.bestOf, { count }),
              }))}
              value={length}
              onChange={(event) => setLength(event.target.value)}
            />
          </Field>
        </div>
        <LineupFields lineup={lineup} withBox={!isSeries} error={isAboutLineup ? error?.message : undefined} />
        <Field
          label={t(messages.opponentField)}
          optional
          hint={t(messages.opponentHint)}
          error={isAboutOpponent && error?.message}
        >
          <TextInput
            autoComplete="off"
            inputMode="url"
            value={opponent}
            onChange={(event) => setOpponent(event.target.value)}
          />
        </Field>
        <FormFoot label={t(messages.sendReport)} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
