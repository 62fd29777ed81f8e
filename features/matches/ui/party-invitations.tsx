import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { OwnParty } from '../parties/parties.schema.ts';
import type { PartyChange } from './use-party.ts';

type Props = { invitations: OwnParty['invitations']; busy: string | undefined; change: PartyChange };

/** Shows the invitations to queue together that the viewer has received. */
export function PartyInvitations({ invitations, busy, change }: Props) {
  if (invitations.length === 0) return null;
  return (
    <ul className="stack" aria-label="Party invitations">
      {invitations.map((invitation) => (
        <Panel as="li" key={invitation.party_id} tone="court" className="flex flex-wrap items-center gap-4">
          <Avatar name={invitation.leader_name} src={invitation.leader_avatar} size={48} decorative />
          <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
            <Link to={paths.profile(invitation.leader_id)}>{invitation.leader_name}</Link>
            <span>{` invited you to a party${invitation.members > 1 ? ` of ${invitation.members}` : ''}. You'd queue together.`}</span>
          </p>
          <div className="cluster">
            <Button
              size="sm"
              icon="check"
              loading={busy === `accept ${invitation.party_id}`}
              onClick={() => change.answer(invitation.party_id, 'accept')}
            >
              Join party
            </Button>
            <Button
              size="sm"
              variant="secondary"
              loading={busy === `decline ${invitation.party_id}`}
              onClick={() => change.answer(invitation.party_id, 'decline')}
            >
              Decline invitation
            </Button>
          </div>
        </Panel>
      ))}
    </ul>
  );
}
