import { type ReactNode, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../competition.messages.ts';
import type { Game } from '../games/games.schema.ts';
import { ClaimFields, useClaim } from './claim-fields.tsx';
import { findKnownClaim, findKnownLineup, findVersionToConfirm } from './game-labels.ts';
import { LineupFields, useLineup } from './lineup-fields.tsx';

export type FormError = { message: string; field: string | undefined };

/** Keeps a form's dialog open with the server's message, so that nothing typed is lost. */
export function useFormError() {
  const [error, setError] = useState<FormError>();
  const report = (message: string, cause: unknown) =>
    setError({ message, field: cause instanceof ApiError ? cause.field : undefined });
  return { error, clear: () => setError(undefined), report };
}

type DialogProps = { game: Game; onClose: () => void };

/** The form's buttons and, above them, an error that isn't about the result. */
export function FormFoot({ label, onClose, children }: { label: string; onClose: () => void; children?: ReactNode }) {
  const t = useTranslator();
  return (
    <DialogActions>
      {children}
      <Button variant="ghost" onClick={onClose}>
        {t(messages.cancel)}
      </Button>
      <Button type="submit">{label}</Button>
    </DialogActions>
  );
}

/** Confirms the other squad's result, and says who played. */
export function ConfirmDialog({ game, onClose }: DialogProps) {
  const t = useTranslator();
  const { run } = useAction();
  const lineup = useLineup(game.eligible, findKnownLineup(game));
  const { error, clear, report } = useFormError();
  const send = async () => {
    clear();
    const json = { version: findVersionToConfirm(game), lineup: lineup.complete() };
    const { confirmation } = browserApi().api.games[':id'];
    const work = () => confirmation.$post({ param: { id: game.id }, json });
    if (await run(work, t(messages.toastConfirmed), report)) onClose();
  };
  return (
    <Dialog open title={t(messages.confirmTitle)} onClose={onClose}>
      <Form className="stack" onSubmit={send}>
        <LineupFields lineup={lineup} withBox={game.best_of === 1} error={error?.message} />
        <FormFoot label={t(messages.confirmResult)} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

export function CorrectDialog({ game, onClose }: DialogProps) {
  const t = useTranslator();
  const { run } = useAction();
  const claim = useClaim(findKnownClaim(game));
  const lineup = useLineup(game.eligible, findKnownLineup(game));
  const { error, clear, report } = useFormError();
  const send = async () => {
    clear();
    const json = { version: game.version, ...claim.complete(), lineup: lineup.complete() };
    const { correction } = browserApi().api.games[':id'];
    const work = () => correction.$post({ param: { id: game.id }, json });
    if (await run(work, t(messages.toastCorrected), report)) onClose();
  };
  const isAboutLineup = error?.field?.startsWith('lineup');
  return (
    <Dialog open title={t(messages.correctTitle)} onClose={onClose}>
      <Form className="stack" onSubmit={send}>
        <ClaimFields claim={claim} name="correct" error={isAboutLineup ? undefined : error} />
        <LineupFields lineup={lineup} withBox={game.best_of === 1} error={isAboutLineup ? error?.message : undefined} />
        <FormFoot label={t(messages.sendCorrection)} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

/** Disputes a result: it was different, or there was no game. */
export function DisputeDialog({ game, onClose }: DialogProps) {
  const t = useTranslator();
  const { run } = useAction();
  const [kind, setKind] = useState('other');
  const claim = useClaim(findKnownClaim(game));
  const lineup = useLineup(game.eligible, findKnownLineup(game));
  const [note, setNote] = useState('');
  const { error, clear, report } = useFormError();
  const send = async () => {
    clear();
    const json = {
      version: game.version,
      claim: kind === 'never' ? null : { ...claim.complete(), lineup: lineup.complete() },
      note,
    };
    const { dispute } = browserApi().api.games[':id'];
    const work = () => dispute.$post({ param: { id: game.id }, json });
    if (await run(work, t(messages.toastDisputed), report)) onClose();
  };
  const isAboutNote = error?.field === 'note';
  const isAboutLineup = /^(claim\.)?lineup/.test(error?.field ?? '');
  return (
    <Dialog open title={t(messages.disputeTitle)} onClose={onClose}>
      <Form className="stack" onSubmit={send}>
        <Field
          label={t(messages.whatHappened)}
          group
          required
          error={kind === 'never' && !isAboutNote && error?.message}
        >
          <RadioCards
            name="dispute-kind"
            columns={2}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'other', label: t(messages.claimOther) },
              { value: 'never', label: t(messages.claimNever) },
            ]}
          />
        </Field>
        {kind === 'other' && (
          <>
            <ClaimFields claim={claim} name="dispute" error={isAboutNote || isAboutLineup ? undefined : error} />
            <LineupFields
              lineup={lineup}
              withBox={game.best_of === 1}
              error={isAboutLineup ? error?.message : undefined}
            />
          </>
        )}
        <Field label={t(messages.noteField)} optional error={isAboutNote && error.message}>
          <TextArea rows={3} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <FormFoot label={t(messages.sendDispute)} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
