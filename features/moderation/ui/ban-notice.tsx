import { paths } from '../../../content/paths.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { BAN_SCOPE_LABELS } from '../ban-reasons.schema.ts';
import type { OwnBan } from '../moderation.schema.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Until when, in words. */
export const endOf = (ban: Pick<OwnBan, 'expires_at'>) =>
  ban.expires_at ? `until ${day.format(new Date(ban.expires_at))}` : 'without an end date';

/** Tells a banned person why, until when, and what they can do. */
export function BanNotice({ bans }: { bans: readonly OwnBan[] }) {
  return bans.map((ban) => (
    <Notice key={ban.id} tone="red" icon="ban" title={`You are banned ${endOf(ban)}`}>
      <p>
        From: {BAN_SCOPE_LABELS[ban.scope]}. Reason: {ban.reason}.
      </p>
      <ButtonLink to={paths.standing} variant="secondary" size="sm" className="mt-2">
        {ban.appeal ? 'See your appeal' : 'See it and appeal'}
      </ButtonLink>
    </Notice>
  ));
}
