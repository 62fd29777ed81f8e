import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { formatList } from '../../../messages/lists.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatCountdown } from '../../../time/countdown.ts';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../queue.messages.ts';
import type { QueueTicket } from '../queue.schema.ts';
import { changePlaySettings, usePlaySettings } from './play-settings.ts';
import { StillThere } from './still-there.tsx';
import { useServerTime } from './use-server-time.ts';
import { WaitingRing } from './waiting-ring.tsx';

/** Time when taps on Leave are ignored, because a double tap on Play now may hit Leave. */
const EARLY_MS = 600;

type Props = {
  ticket: QueueTicket;
  isBehind: boolean;
  busy: string | undefined;
  title: RefObject<HTMLHeadingElement | null>;
  closedPage: ReactNode;
  onLeave: () => void;
  onOptions: () => void;
};

/** The waiting view: the ring of players, the wait estimate, the limits that relax over time, and the Leave button. */
export function PlayWaiting({ ticket, isBehind, busy, title, closedPage, onLeave, onOptions }: Props) {
  const t = useTranslator();
  const { sound } = usePlaySettings();
  const isEarly = useEarly(ticket.id);
  return (
    <div className="play-waiting">
      <WaitingRing ticket={ticket} />
      <div className="play-words">
        <h2 ref={title} tabIndex={-1} className="play-title">
          {ticket.kind === 'tonight' ? t(messages.waitingTonightTitle) : t(messages.waitingTitle)}
        </h2>
        <Terms ticket={ticket} />
        {isBehind && <p className="text-xs text-gold">{t(messages.catchingUp)}</p>}
      </div>
      <div className="play-under">
        {ticket.still_until && (
          <div className="notice still-there" data-tone="gold">
            <StillThere ticket={ticket} until={ticket.still_until} />
          </div>
        )}
        <p className="text-sm text-muted">{ticket.wait.sentence}</p>
        <RelaxedLimits ticket={ticket} />
        {closedPage && <div className="play-closed-page">{closedPage}</div>}
        <div className="play-actions">
          <Button
            variant="secondary"
            icon="logout"
            loading={busy === 'leave'}
            loadingLabel={t(messages.leaving)}
            aria-disabled={isEarly}
            onClick={onLeave}
          >
            {t(messages.leaveQueue)}
          </Button>
          <IconButton
            icon={sound ? 'sound' : 'sound-off'}
            label={t(messages.toggleSound)}
            aria-pressed={sound}
            className="ms-auto"
            onClick={() => changePlaySettings({ sound: !sound, ticks: !sound })}
          />
          <IconButton icon="settings" label={t(messages.openOptions)} onClick={onOptions} />
        </div>
      </div>
    </div>
  );
}

/** The parts of the player's request that differ from the defaults. */
function Terms({ ticket }: { ticket: QueueTicket }) {
  const t = useTranslator();
  const reader = useReader();
  const { window: hours, any_language, members } = ticket;
  const mates = members.slice(1).map(({ display_name }) => display_name);
  const terms = [
    hours &&
      t(messages.termHours, {
        from: formatReaderTime(t, hours.from, 'clock', reader),
        until: formatReaderTime(t, hours.until, 'clock', reader),
      }),
    mates.length > 0 && t(messages.termPlayers, { names: formatList(t, mates) }),
    any_language && t(messages.termAnyLanguage),
  ].filter(Boolean);
  if (terms.length === 0) return null;
  return <p className="text-sm wrap-anywhere">{terms.join(' · ')}</p>;
}

/** Lists the limits that have relaxed and those that will. */
function RelaxedLimits({ ticket }: { ticket: QueueTicket }) {
  const t = useTranslator();
  const now = useServerTime(1_000, ticket.relaxed.length > 0);
  if (ticket.relaxed.length === 0) return null;
  return (
    <ul className="play-relaxed" aria-label={t(messages.relaxedLimits)}>
      {ticket.relaxed.map(({ at, in_force, sentence }) => {
        const remainingMs = Date.parse(at) - now;
        const isInForce = in_force || remainingMs <= 0;
        return (
          <li key={at + sentence} data-in-force={isInForce || undefined}>
            <Icon
              name={isInForce ? 'check' : 'clock'}
              size={16}
              label={isInForce ? t(messages.limitRelaxed) : t(messages.limitRelaxesLater)}
            />
            <span>{sentence}</span>
            {!isInForce && (
              <time dateTime={at}>{t(messages.limitRelaxesIn, { time: formatCountdown(remainingMs) })}</time>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function useEarly(ticketId: string): boolean {
  const [isEarly, setEarly] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restart the timer for a new ticket
  useEffect(() => {
    setEarly(true);
    const timer = setTimeout(() => setEarly(false), EARLY_MS);
    return () => clearTimeout(timer);
  }, [ticketId]);
  return isEarly;
}
