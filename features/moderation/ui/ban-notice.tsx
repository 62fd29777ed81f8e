import { paths } from '../../../content/paths.ts';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import { BAN_SCOPE_LABELS, formatReason } from '../ban-reasons.schema.ts';
import type { OwnBan } from '../moderation.schema.ts';

/** Formats the end of a ban as text. */
export const formatBanEnd = (ban: Pick<OwnBan, 'expires_at'>) =>
  ban.expires_at ? `until ${formatReaderTime(ban.expires_at, 'long-day', getReader())}` : 'without an end date';

/** Shows a banned user the reason, the end, and what they can do. */
export function BanNotice({ bans }: { bans: readonly OwnBan[] }) {
  return bans.map((ban) => (
    <Notice key={ban.id} tone="red" icon="ban" title={`You are banned ${formatBanEnd(ban)}`}>
      <p>
        Banned from: {BAN_SCOPE_LABELS[ban.scope]}. Reason: {formatReason(ban.reason)}
      </p>
      <ButtonLink to={paths.accountStatus} variant="secondary" size="sm" className="mt-2">
        {ban.appeal ? 'See your appeal' : 'See details and appeal'}
      </ButtonLink>
    </Notice>
  ));
}
