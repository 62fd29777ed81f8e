import type { RefObject } from 'react';
import { Link, useLocation } from 'react-router';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { DeadlineMessage, Moment } from '../../../web/ui/moment.tsx';
import type { Tone } from '../../../web/ui/tone.ts';
import * as messages from '../queue.messages.ts';
import type { PlayerFace, QueueState } from '../queue.schema.ts';

type Props = {
  state: QueueState;
  busy: string | undefined;
  /** Party members who join with the user. */
  invitedMates: readonly PlayerFace[];
  first: RefObject<HTMLButtonElement | null>;
  onPlay: () => void;
  onTonight: () => void;
  onOptions: () => void;
};

/** The two join buttons, one line for the wait estimate or an obstacle, and further notes below. */
export function JoinQueuePanel({ state, busy, invitedMates, first, onPlay, onTonight, onOptions }: Props) {
  const t = useTranslator();
  const { obstacle } = state;
  const describedBy = obstacle ? 'play-obstacle' : undefined;
  const count = invitedMates.length;
  return (
    <>
      <div className="play-idle">
        <Button
          ref={first}
          icon="play"
          loading={busy === 'now'}
          loadingLabel={t(messages.joining)}
          aria-disabled={obstacle !== null || busy !== undefined}
          aria-describedby={describedBy}
          onClick={onPlay}
        >
          <span>{count > 0 ? t(messages.playNowWith, { count }) : t(messages.playNow)}</span>
          {count > 0 && <Faces faces={invitedMates} />}
        </Button>
        <Button
          variant="secondary"
          icon="moon"
          aria-disabled={obstacle !== null || busy !== undefined}
          aria-describedby={describedBy}
          onClick={onTonight}
        >
          {t(messages.tonight)}
        </Button>
        <div className="play-line">
          {obstacle ? <Obstacle obstacle={obstacle} /> : <p>{state.waits.now.sentence}</p>}
          <IconButton
            icon="settings"
            label={t(messages.openOptions)}
            size="sm"
            className="flex-none"
            onClick={onOptions}
          />
        </div>
      </div>
      <PlayNotes state={state} />
    </>
  );
}

function Faces({ faces }: { faces: readonly PlayerFace[] }) {
  return (
    <span className="play-faces" aria-hidden="true">
      {faces.slice(0, 4).map((face) => (
        <Avatar key={face.id} name={face.display_name} src={face.avatar_path} size={22} decorative />
      ))}
    </span>
  );
}

function Obstacle({ obstacle }: { obstacle: NonNullable<QueueState['obstacle']> }) {
  const { sentence, action, until } = obstacle;
  return (
    <p id="play-obstacle" className="text-text">
      <span>{sentence}</span>
      {until && (
        <span>
          {' '}
          <DeadlineMessage message={messages.joinAgain} until={until} />
        </span>
      )}
      {action && (
        <>
          {' '}
          <Link to={action.path} className="font-semibold">
            {action.label}
          </Link>
        </>
      )}
    </p>
  );
}

/** Shows other options, a warning, and why a party can't join. Options on the current page don't need a link. */
function PlayNotes({ state }: { state: QueueState }) {
  const t = useTranslator();
  const { mark, party } = state;
  const { pathname } = useLocation();
  const otherGroups = state.beside.filter(({ path }) => path !== pathname);
  const partyStays = party?.you_lead ? party.obstacle : null;
  if (!mark && !partyStays && otherGroups.length === 0) return null;
  return (
    <ul className="play-notes" aria-label={t(messages.goodToKnow)}>
      {mark && (
        <Note icon="warning" tone="gold">
          <span>{mark.sentence}</span>
          {mark.until && (
            <span>
              {' '}
              <PenaltyEnd until={mark.until} />
            </span>
          )}
        </Note>
      )}
      {partyStays && (
        <Note icon="users" tone="orange">
          {t(messages.playWithoutParty, { reason: partyStays })}
        </Note>
      )}
      {otherGroups.map(({ sentence, path }) => (
        <Note key={path + sentence} icon="info" tone="cyan">
          <Link to={path}>{sentence}</Link>
        </Note>
      ))}
    </ul>
  );
}

function PenaltyEnd({ until }: { until: string }) {
  return <RichMessage message={messages.penaltyUntil} values={{ time: () => <Moment at={until} /> }} />;
}

function Note({ icon, tone, children }: { icon: IconName; tone: Tone; children: React.ReactNode }) {
  return (
    <li className="play-note" data-tone={tone}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </li>
  );
}
