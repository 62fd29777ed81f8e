import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../competition.messages.ts';
import type { Game } from '../games/games.schema.ts';
import { ConfirmDialog, CorrectDialog, DisputeDialog } from './game-dialogs.tsx';
import { findVersionToConfirm } from './game-labels.ts';

/** What the caller can do with the result: confirm, dispute or correct it. */
export function GameActions({ game }: { game: Game }) {
  const t = useTranslator();
  const { run } = useAction();
  const [open, setOpen] = useState<'confirm' | 'correct' | 'dispute'>();
  const { can, sides, state } = game;
  const close = () => setOpen(undefined);
  const confirm = () =>
    run(
      () =>
        browserApi().api.games[':id'].confirmation.$post({
          param: { id: game.id },
          json: { version: findVersionToConfirm(game) },
        }),
      t(messages.toastConfirmed),
    );
  if (!can.confirm && !can.dispute && !can.correct) return null;
  // The other squad says who played for it. Everyone else has nothing to add.
  const asksForLineup = sides.length === 2 && state === 'reported';
  return (
    <div className="cluster">
      {can.confirm && (
        <Button icon="check" onClick={asksForLineup ? () => setOpen('confirm') : confirm}>
          {t(state === 'disputed' ? messages.acceptVersion : messages.confirmResult)}
        </Button>
      )}
      {can.dispute && (
        <Button variant="secondary" icon="flag" onClick={() => setOpen('dispute')}>
          {t(messages.disputeResult)}
        </Button>
      )}
      {can.correct && (
        <Button variant="secondary" icon="edit" onClick={() => setOpen('correct')}>
          {t(messages.correctResult)}
        </Button>
      )}
      {open === 'confirm' && <ConfirmDialog game={game} onClose={close} />}
      {open === 'correct' && <CorrectDialog game={game} onClose={close} />}
      {open === 'dispute' && <DisputeDialog game={game} onClose={close} />}
    </div>
  );
}
