import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import { formatReason } from '../ban-reasons.schema.ts';
import * as messages from '../moderation.messages.ts';
import type { OwnBan } from '../moderation.schema.ts';

/** Returns a title that says there's a ban, and until when. */
export const formatBan = (t: Translator, { expires_at }: Pick<OwnBan, 'expires_at'>) =>
  expires_at
    ? t(messages.bannedUntil, { day: formatReaderTime(t, expires_at, 'long-day', getReader()) })
    : t(messages.bannedForever);

/** Shows a banned user the reason, the end, and what they can do. */
export function BanNotice({ bans }: { bans: readonly OwnBan[] }) {
  const t = useTranslator();
  return bans.map((ban) => (
    <Notice key={ban.id} tone="red" icon="ban" title={formatBan(t, ban)}>
      <p>{t(messages.banDetails, { scope: ban.scope, reason: formatReason(ban.reason) })}</p>
      <ButtonLink to={paths.accountStatus} variant="secondary" size="sm" className="mt-2">
        {ban.appeal ? t(messages.seeAppeal) : t(messages.seeDetails)}
      </ButtonLink>
    </Notice>
  ));
}
