import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { useModal } from '../../../web/ui/modal.ts';
import * as messages from '../queue.messages.ts';
import { CheckCourt } from './check-court.tsx';
import type { HandledOutcome } from './use-outcome.ts';

/** How long to show the five players before opening their squad's room. */
const REDIRECT_SECONDS = 5;

/** Shown when all five players are ready. Continues to the squad's room unless the user chooses to stay. */
export function SquadSet({ outcome: attended, onClose }: { outcome: HandledOutcome; onClose: () => void }) {
  const t = useTranslator();
  const { check, outcome } = attended;
  const ref = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const [secondsLeft, setSecondsLeft] = useState(REDIRECT_SECONDS);
  const [announcement, setAnnouncement] = useState('');
  useModal(ref, true);
  const leaveSquad = () => {
    onClose();
    void navigate(paths.squad(outcome.squad_id!));
  };
  const leadOn = useRef(leaveSquad);
  leadOn.current = leaveSquad;
  useEffect(() => {
    ref.current?.focus();
    setAnnouncement(t(messages.squadSetAnnouncement, { sentence: outcome.sentence, seconds: REDIRECT_SECONDS }));
    const timer = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1_000);
    return () => clearInterval(timer);
  }, [outcome, t]);
  useEffect(() => {
    if (secondsLeft <= 0) leadOn.current();
  }, [secondsLeft]);
  return (
    <dialog
      ref={ref}
      className="ready-check check-done"
      tabIndex={-1}
      aria-label={t(messages.squadSet)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className="check-head">
        <h2 className="check-title">
          {t(messages.squadSet)}
          <small>{outcome.sentence}</small>
        </h2>
      </header>
      <CheckCourt check={check} all />
      <div className="check-press check-onward">
        <Button size="lg" icon="users" onClick={leaveSquad}>
          {t(messages.openRoom)}
        </Button>
        <p className="check-line">{t(messages.roomOpensIn, { seconds: Math.max(1, secondsLeft) })}</p>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {t(messages.stayHere)}
        </Button>
      </div>
      <p className="sr-only" aria-live="assertive">
        {announcement}
      </p>
    </dialog>
  );
}
