import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ContactList } from '../../../web/ui/contact-list.tsx';
import { PLATFORM_LABELS, REGION_LABELS, translateValue } from '../../profiles/game-labels.schema.ts';
import * as messages from '../matches.messages.ts';
import type { Match, MatchMember } from '../matches.schema.ts';

/** Shows the members of the match, their answers and, once everyone has accepted, how to contact them. */
export function MatchMembers({ match }: { match: Match }) {
  const t = useTranslator();
  return (
    <ul className="match-members" aria-label={t(messages.members)}>
      {match.members.map((member) => (
        <MemberItem key={member.id} member={member}>
          {/* Once everyone has accepted, the card's header says so. */}
          {match.status !== 'mutual' && <Answer member={member} />}
        </MemberItem>
      ))}
    </ul>
  );
}

type Shown = Pick<
  MatchMember,
  | ('id' | 'display_name' | 'avatar_path' | 'is_you' | 'position' | 'overall_rating')
  | ('platform' | 'region' | 'mic' | 'contacts')
> & { role?: string | null };

/** One member of a list: their profile and contacts, and any extra content. */
export function MemberItem({ member, children }: { member: Shown; children?: ReactNode }) {
  const t = useTranslator();
  return (
    <li className="rounded-control border border-line bg-raised p-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <Avatar name={member.display_name} src={member.avatar_path} size={40} decorative />
        <div className="min-w-0">
          <p className="truncate font-medium">
            {member.is_you ? (
              t(messages.nameAndYou, { name: member.display_name })
            ) : (
              <Link to={paths.profile(member.id)} className="text-text">
                {member.display_name}
              </Link>
            )}
          </p>
          <p className="text-sm text-muted">{formatFacts(t, member)}</p>
        </div>
        {children && <span className="col-start-2 justify-self-start sm:col-start-3">{children}</span>}
      </div>
      <ContactList name={member.display_name} contacts={member.contacts} />
    </li>
  );
}

function formatFacts(t: Translator, member: Shown): string {
  const rating = member.overall_rating === null ? null : t(messages.rating, { rating: member.overall_rating });
  const mic = t(member.mic ? messages.mic : messages.noMic);
  const platform = member.platform && translateValue(t, PLATFORM_LABELS, member.platform);
  const region = member.region && translateValue(t, REGION_LABELS, member.region);
  return [member.position ?? member.role, rating, platform, region, mic].filter(Boolean).join(' · ');
}

function Answer({ member }: { member: MatchMember }) {
  const t = useTranslator();
  if (member.response === 'accept') {
    return (
      <Badge tone="green" icon="check">
        {t(messages.memberAccepted)}
      </Badge>
    );
  }
  if (member.response === 'decline') {
    return (
      <Badge tone="red" icon="close">
        {t(messages.memberDeclined)}
      </Badge>
    );
  }
  if (member.substitute) return <Badge tone="gold">{t(messages.memberIsReplacement)}</Badge>;
  return (
    <Badge icon="clock">{member.carried ? t(messages.memberAcceptedBefore) : t(messages.memberNotAnswered)}</Badge>
  );
}
