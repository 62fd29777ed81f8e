import { useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import * as messages from '../queue.messages.ts';
import { CheckDialog } from './check-dialog.tsx';
import { CheckBar, PlayBar } from './play-bar.tsx';
import { setCheckAside, showAgain, useQueueHere } from './queue-store.ts';
import { SpotOffer } from './spot-offer.tsx';
import { SquadSet } from './squad-set.tsx';
import { StillThere } from './still-there.tsx';
import { useCheckAlarm, useReportCheckShown } from './use-check-alarm.ts';
import { type HandledOutcome, useOutcome } from './use-outcome.ts';
import { useQueueUpdates } from './use-queue-updates.ts';

/**
 * Shown over every page for signed-in users: an open ready check, an offered spot in a game that's short a player, the
 * still-there question, and outcomes.
 */
export default function ReadyCheck() {
  const { pathname } = useLocation();
  // A user scheduled for deletion isn't waiting, and the queue would refuse the request.
  return pathname === paths.leaving ? null : <Check pathname={pathname} />;
}

function Check({ pathname }: { pathname: string }) {
  const t = useTranslator();
  useQueueUpdates();
  const { state, behind, aside } = useQueueHere();
  const [handledOutcome, setHandledOutcome] = useState<HandledOutcome>();
  const check = state?.check ?? undefined;
  const openCheck = check && aside !== check.id ? check : undefined;
  useCheckAlarm(state);
  useReportCheckShown(state);
  useOutcome(state, openCheck, setHandledOutcome);

  if (handledOutcome) return <SquadSet outcome={handledOutcome} onClose={() => setHandledOutcome(undefined)} />;
  if (openCheck)
    return (
      <CheckDialog key={openCheck.id} check={openCheck} isBehind={behind} onAside={() => setCheckAside(openCheck.id)} />
    );
  if (check) return <CheckBar key={check.id} check={check} onOpen={showAgain} />;
  if (state?.offer) return <SpotOffer key={state.offer.session_id} offer={state.offer} />;
  const ticket = state?.ticket;
  // On the queue's own page, the waiting panel asks this question.
  if (!ticket?.still_until || pathname === paths.matches) return null;
  return (
    <PlayBar label={t(messages.stillThereLabel)} tone="gold">
      <StillThere ticket={ticket} until={ticket.still_until} />
    </PlayBar>
  );
}
