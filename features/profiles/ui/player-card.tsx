import { type ReactNode, useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { formatList } from '../../../messages/lists.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { Chip } from '../../../web/ui/chip.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { MoreButton } from '../../../web/ui/more-button.tsx';
import { getCardNameStyle } from '../../../web/ui/name-style.ts';
import { VerifiedMark } from '../../../web/ui/verified-mark.tsx';
import type { CardDetails } from '../directory/card-details.schema.ts';
import type { PlayerCard as Player } from '../directory/directory.schema.ts';
import { PLATFORM_LABELS, POSITION_LABELS, REGION_LABELS, translateValue } from '../game-labels.schema.ts';
import type { ShownOnCard } from '../profile-fields.schema.ts';
import * as messages from '../profiles.messages.ts';
import { LiveBadge } from './live-badge.tsx';
import { SmallCourt } from './small-court.tsx';

/** Maximum number of modes on a card; the profile shows all of them. */
const MODES_SHOWN = 3;

type Shown = Omit<Player, 'created_at' | 'twitch_url' | 'discord'>;

type Props = {
  player: Shown;
  isLinked?: boolean;
  live?: boolean;
  details?: CardDetails | undefined;
  /** The card's one action. */
  action?: ReactNode;
  /** Further actions, next to the details. */
  more?: ReactNode;
};

/**
 * A player's card in the directory. On narrow screens, it shows what matters first, and a button opens the rest.
 * Without a link it's a preview for the owner.
 */
export function PlayerCard({ player, isLinked = true, live = false, details, action, more }: Props) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  const position = translateValue(t, POSITION_LABELS, player.role);
  const contentByField: Record<ShownOnCard, ReactNode> = {
    display_name: isLinked ? (
      <CardLink to={paths.profile(player.id)}>{player.display_name}</CardLink>
    ) : (
      player.display_name
    ),
    flex_positions:
      player.flex_positions.length > 0
        ? t(messages.positionAndFlex, {
            position,
            others: formatList(t, player.flex_positions, 'commas'),
          })
        : position,
    overall_rating: player.overall_rating !== null && (
      <p className="text-center font-display text-xl font-bold tabular-nums leading-none text-orange">
        {player.overall_rating}
        <span className="mt-1 block font-sans text-xs font-medium text-muted">
          <abbr title={t(messages.ratingTitle)} className="no-underline">
            {t(messages.ratingShort)}
          </abbr>
        </span>
      </p>
    ),
    role: (
      <Badge tone="orange" solid>
        {player.role}
      </Badge>
    ),
    platform: (
      <Badge tone="violet" icon="gamepad" className="px-2">
        {translateValue(t, PLATFORM_LABELS, player.platform)}
      </Badge>
    ),
    region: (
      <Badge icon="globe" className="px-2">
        {translateValue(t, REGION_LABELS, player.region)}
      </Badge>
    ),
    mic: (
      <Badge icon={player.mic ? 'mic' : 'mic-off'} className="px-2">
        {player.mic ? t(messages.micBadge) : t(messages.noMicBadge)}
      </Badge>
    ),
    modes: (
      <ul className="cluster min-w-0" aria-label={t(messages.modes)}>
        {player.modes.slice(0, MODES_SHOWN).map((mode) => (
          <li key={mode} className="max-w-full">
            <Chip>{mode}</Chip>
          </li>
        ))}
      </ul>
    ),
  };
  const rate = details?.show_up && Math.round((details.show_up.came / details.show_up.of) * 100);
  return (
    <Card padding="sm" className="flex flex-col gap-2 lg:gap-3">
      <header className="flex items-center gap-3">
        <span className="relative flex-none">
          <Avatar name={player.display_name} src={player.avatar_path} size={48} decorative />
          {/* The badge covers the picture, because it loads after the page and must not shift anything. */}
          {live && (
            <span className="absolute -bottom-2 left-1/2 -translate-x-1/2">
              <LiveBadge />
            </span>
          )}
        </span>
        <div className="@container min-w-0 flex-1">
          <div className="flex items-center gap-2">
            <h2 className="line-clamp-2 wrap-anywhere" style={getCardNameStyle(player.display_name)}>
              {contentByField.display_name}
            </h2>
            {player.verified && <VerifiedMark small />}
          </div>
          <p className="text-sm text-muted">{contentByField.flex_positions}</p>
        </div>
        {contentByField.overall_rating}
      </header>
      {isLinked && (
        <div className="player-card-row flex min-h-11 items-center gap-2">
          <SharedHours details={details} player={player} isLoading={!action} />
          {action}
          <MoreButton name={player.display_name} open={open} onChange={setOpen} />
        </div>
      )}
      <div className={open || !isLinked ? 'stack' : 'stack max-lg:hidden'}>
        <div className="flex items-start gap-4">
          <SmallCourt role={player.role} flex={player.flex_positions} />
          <div className="min-w-0 flex-1">
            <p className="cluster gap-1">
              {contentByField.role}
              {contentByField.platform}
              {contentByField.region}
              {contentByField.mic}
            </p>
            {isLinked && (
              <p className="mt-1 min-h-5 text-sm text-muted">
                {typeof rate === 'number' && t(messages.showUpRate, { rate })}
              </p>
            )}
          </div>
          {more}
        </div>
        {contentByField.modes}
      </div>
    </Card>
  );
}

/**
 * Shows how many hours the viewer and the player share. The number loads after the page, so signed-in users see nothing
 * here until then. Visitors see platform and region.
 */
function SharedHours({
  details,
  player,
  isLoading,
}: {
  details: CardDetails | undefined;
  player: Shown;
  isLoading: boolean;
}) {
  const t = useTranslator();
  if (typeof details?.common_hours === 'number') {
    return (
      <p key="hours" className="flex min-w-0 flex-1 items-center gap-1.5 text-sm text-green">
        <Icon name="clock" size={16} />
        <span>{t(messages.sharedHours, { hours: details.common_hours })}</span>
      </p>
    );
  }
  return (
    <p key="place" className={`min-w-0 flex-1 truncate text-sm text-muted ${isLoading ? 'member-hidden' : ''}`}>
      {formatList(
        t,
        [translateValue(t, PLATFORM_LABELS, player.platform), translateValue(t, REGION_LABELS, player.region)],
        'commas',
      )}
    </p>
  );
}
