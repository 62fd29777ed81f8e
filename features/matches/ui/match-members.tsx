import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ContactList } from '../../../web/ui/contact-list.tsx';
import type { Match, MatchMember } from '../matches.schema.ts';

/** Shows the members of the match, their answers and, once everyone accepted, how to reach them. */
export function MatchMembers({ match }: { match: Match }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label="Members">
      {match.members.map((member) => (
        <MemberItem key={member.id} member={member}>
          {/* Once all have accepted, the head of the card says so for everybody. */}
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

/** One member of a list: who they are, how to reach them, and any extra content. */
export function MemberItem({ member, children }: { member: Shown; children?: ReactNode }) {
  return (
    <li className="rounded-control border border-line bg-raised p-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <Avatar name={member.display_name} src={member.avatar_path} size={40} decorative />
        <div className="min-w-0">
          <p className="truncate font-medium">
            {member.is_you ? (
              `${member.display_name} (you)`
            ) : (
              <Link to={paths.profile(member.id)} className="text-star">
                {member.display_name}
              </Link>
            )}
          </p>
          <p className="text-sm text-mist">{factsOf(member)}</p>
        </div>
        {children && <span className="col-start-2 justify-self-start sm:col-start-3">{children}</span>}
      </div>
      <ContactList name={member.display_name} contacts={member.contacts} />
    </li>
  );
}

function factsOf(member: Shown): string {
  const rating = member.overall_rating === null ? null : `${member.overall_rating} OVR`;
  return [member.position ?? member.role, rating, member.platform, member.region, member.mic ? 'Mic' : 'No mic']
    .filter(Boolean)
    .join(' · ');
}

function Answer({ member }: { member: MatchMember }) {
  if (member.response === 'accept') {
    return (
      <Badge tone="green" icon="check">
        Accepted
      </Badge>
    );
  }
  if (member.response === 'decline') {
    return (
      <Badge tone="red" icon="close">
        Declined
      </Badge>
    );
  }
  if (member.substitute) return <Badge tone="gold">Replacement</Badge>;
  return <Badge icon="clock">{member.carried ? 'Accepted before' : 'Not yet'}</Badge>;
}
