import { paths } from '../../../content/paths.ts';
import { moderatedListingStatuses, type Status } from '../../../content/statuses.ts';
import { english } from '../../../messages/lazy-text.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import type { IconName } from '../../../web/ui/icon.tsx';
import { formatFlagReason } from '../../moderation/ban-reasons.schema.ts';
import type { FlagDecision, FlagKind } from '../../moderation/moderation.schema.ts';
import type { History, QueueItem } from '../admin.schema.ts';
import { formatTime } from './times.ts';

const LOW_TRUST = 0.5;
const LISTING_STATUSES: Readonly<Record<string, Status>> = moderatedListingStatuses;

function formatListingStatus(status: string): string {
  const label = LISTING_STATUSES[status];
  return label ? english(label.badge) : status;
}

type Props = {
  item: QueueItem;
  current: boolean;
  selected: boolean;
  onFocus: () => void;
  onToggle: () => void;
  onDecide: (decision: FlagDecision) => unknown;
  onPlayer: (id: string) => void;
};

/** One flag with everything needed to decide it. */
export function FlagCard({ item, current, selected, onFocus, onToggle, onDecide, onPlayer }: Props) {
  return (
    <article
      aria-current={current}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard cursor moves between the cards
      tabIndex={0}
      onFocus={onFocus}
      aria-label={`${formatFlagReason(english, item.reason)}: ${item.title}`}
      className={`rounded-panel border bg-surface p-4 ${current ? 'border-cyan' : 'border-line'}`}
    >
      <div className="flex items-start gap-0 sm:gap-4">
        <Checkbox label={<span className="sr-only">Select {item.title}</span>} checked={selected} onChange={onToggle} />
        <div className="min-w-0 flex-1">
          <FlagBadges item={item} />
          <h2 className="mt-2 text-base wrap-anywhere">{item.title}</h2>
          {item.notes && <p className="mt-1 whitespace-pre-line text-sm wrap-anywhere">{item.notes}</p>}
          <p className="mt-2 text-sm text-muted">{describeFlag(item)}</p>
          {item.history && <OwnerHistory name={item.owner_name} history={item.history} />}
          {item.details && <p className="mt-1 text-sm text-muted wrap-anywhere">“{item.details}”</p>}
          <div className="cluster mt-4">
            <DecisionButtons item={item} onDecide={onDecide} />
            <FlagLinks item={item} onPlayer={onPlayer} />
          </div>
        </div>
      </div>
    </article>
  );
}

const KIND_BADGES: Record<FlagKind, { icon?: IconName; tone?: 'gold'; label: string } | undefined> = {
  report: undefined,
  player: { icon: 'user', label: 'Player' },
  message: { icon: 'chat', label: 'Message' },
  squad: { icon: 'planet', label: 'Squad page' },
  review: { icon: 'star', label: 'Review' },
  blocked_word: { tone: 'gold', label: 'Blocked on posting' },
};

function FlagBadges({ item }: { item: QueueItem }) {
  const kind = KIND_BADGES[item.kind];
  return (
    <p className="cluster">
      <Badge tone="red" icon="flag">
        {formatFlagReason(english, item.reason)}
      </Badge>
      {kind && (
        <Badge icon={kind.icon} tone={kind.tone}>
          {kind.label}
        </Badge>
      )}
      {item.reports > 1 && <Badge tone="orange">{item.reports} reports</Badge>}
      {item.weight < LOW_TRUST && <Badge>Low-trust reporter ({Math.round(item.weight * 100)}%)</Badge>}
      {item.listing_status && item.listing_status !== 'active' && (
        <Badge>Listing: {formatListingStatus(item.listing_status)}</Badge>
      )}
      <span className="text-sm text-muted">{formatTime(item.created_at)}</span>
    </p>
  );
}

function DecisionButtons({ item, onDecide }: Pick<Props, 'item' | 'onDecide'>) {
  const decisions = [
    { decision: 'dismiss', variant: 'secondary', icon: 'check', label: 'Dismiss' },
    { decision: 'close', variant: 'secondary', icon: 'close', label: item.squad_id ? 'Turn off page' : 'Close' },
    { decision: 'delete', variant: 'danger', icon: 'trash', label: item.squad_id ? 'Turn off and rename' : 'Delete' },
    { decision: 'ban', variant: 'danger', icon: 'ban', label: 'Ban User' },
  ] as const;
  return decisions
    .filter(({ decision }) => isDecisionAllowed(item, decision))
    .map(({ decision, variant, icon, label }) => (
      <Button key={decision} size="sm" variant={variant} icon={icon} onClick={() => onDecide(decision)}>
        {label}
      </Button>
    ));
}

function FlagLinks({ item, onPlayer }: Pick<Props, 'item' | 'onPlayer'>) {
  const { owner_id, listing_id, listing_status, squad_id } = item;
  return (
    <>
      {owner_id && (
        <Button size="sm" variant="ghost" icon="user" onClick={() => onPlayer(owner_id)}>
          Player
        </Button>
      )}
      {listing_id && listing_status && (
        <ButtonLink size="sm" variant="ghost" icon="external" to={paths.listing(listing_id)}>
          Listing
        </ButtonLink>
      )}
      {squad_id && (
        <ButtonLink size="sm" variant="ghost" icon="external" to={paths.squadPage(squad_id)}>
          Page
        </ButtonLink>
      )}
    </>
  );
}

/**
 * Returns whether a decision applies. Listings can be closed or deleted. Chat messages and reviews can be deleted. A
 * squad's page can be turned off, and deleting it removes the name too. A person can be banned if the account still
 * exists.
 */
export function isDecisionAllowed(
  { kind, message_id, squad_id, review_id, owner_id }: QueueItem,
  decision: FlagDecision,
): boolean {
  if (decision === 'dismiss') return true;
  if (decision === 'ban') return owner_id !== null;
  const isAboutListing = kind === 'report' || kind === 'blocked_word';
  return isAboutListing || squad_id !== null || (decision === 'delete' && (message_id ?? review_id) !== null);
}

/** Says who and what a flag is about. Leaves out a role or platform that a flag doesn't have. */
function describeFlag({ kind, role, platform, owner_name, reporter_name }: QueueItem): string {
  const facts = [
    role !== 'N/A' && `role ${role}`,
    platform !== 'Unknown' && `platform ${platform}`,
    `by ${owner_name ?? 'Unknown'}`,
  ];
  const about = facts.filter(Boolean).join(', ');
  const reporter = reporter_name ?? (kind === 'blocked_word' ? 'the word list' : 'Unknown');
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}. Reported by ${reporter}.`;
}

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Shows what's known about the person besides this report. Leaves out empty items. */
function OwnerHistory({ name, history }: { name: string | null; history: History }) {
  const {
    flags_upheld: upheldCount,
    flags_dismissed: dismissedCount,
    appeals_granted,
    appeals_rejected,
    bans,
  } = history;
  const reports = history.flags_open + upheldCount + dismissedCount;
  const appeals = history.appeals_open + appeals_granted + appeals_rejected;
  const facts = [
    formatCount(reports, 'report') +
      (upheldCount + dismissedCount > 0 ? ` (${upheldCount} upheld, ${dismissedCount} dismissed)` : ''),
    bans > 0 &&
      `${formatCount(bans, 'ban')} ${history.bans_now > 0 ? '(banned now)' : '(none active)'}${history.last_ban ? `, last for “${history.last_ban}”` : ''}`,
    appeals > 0 && `${formatCount(appeals, 'appeal')} (${appeals_granted} granted, ${appeals_rejected} rejected)`,
  ];
  const isAlone = history.flags_open === 1 && reports === 1 && bans === 0 && appeals === 0;
  return (
    <p className="mt-2 text-sm" data-history>
      <span className="text-muted">{name ?? 'This player'} so far: </span>
      {isAlone ? 'only this report' : facts.filter(Boolean).join(' · ')}
    </p>
  );
}
