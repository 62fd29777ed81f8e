import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { CopyButton } from '../../../web/ui/copy-button.tsx';
import type { LiveNow, LivePlayer } from '../live-now/live-now.schema.ts';
import * as messages from '../squads.messages.ts';
import { ConfirmMissing, canConfirmMissing } from './confirm-missing.tsx';

/** The lineup with the gamertag of each player's platform, to invite them to the lobby. */
export function LivePlayers({ squadId, live }: { squadId: string; live: LiveNow }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-x-6 gap-y-1 sm:max-lg:grid-cols-2" aria-label={t(messages.livePlayers)}>
      {live.players.map((player) => (
        <Row key={player.id} squadId={squadId} live={live} player={player} />
      ))}
    </ul>
  );
}

function Row({ squadId, live, player }: { squadId: string; live: LiveNow; player: LivePlayer }) {
  const t = useTranslator();
  const { display_name: name, gamertag, gamertag_kind: kind } = player;
  // No badges beside the name: gamertags are long, and people who copy one by hand must see all of it.
  const canConfirm = canConfirmMissing(live, player);
  const marks = [
    // The button takes the badge's place.
    canConfirm && t(messages.missingBadge),
    player.id === live.host_id && t(messages.hostMark),
    player.stand_in && t(messages.markSub),
  ];
  // Many gamertags are also the player's name here, which doesn't need to be shown twice.
  const shownName = player.is_you ? t(messages.you) : name !== gamertag && name;
  return (
    <li className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
      <Avatar name={name} src={player.avatar_path} size={36} decorative />
      <div className={player.missing ? 'min-w-0 opacity-60' : 'min-w-0'}>
        <p
          translate={gamertag ? 'no' : undefined}
          className={`wrap-anywhere leading-tight ${gamertag ? 'font-semibold' : 'text-muted'}`}
        >
          {gamertag ?? t(messages.gamertagMissing, { kind })}
        </p>
        <p translate="no" className="wrap-anywhere text-muted text-sm leading-tight">
          {[...marks, player.position, shownName].filter(Boolean).join(' · ')}
        </p>
      </div>
      {canConfirm ? (
        <ConfirmMissing {...{ squadId, live, player }} />
      ) : (
        player.missing && <Badge tone="red">{t(messages.missingBadge)}</Badge>
      )}
      {gamertag && !player.is_you && !player.missing && <CopyButton text={gamertag} />}
    </li>
  );
}
