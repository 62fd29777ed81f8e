import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../matches.messages.ts';
import type { OwnParty } from '../parties/parties.schema.ts';
import type { PartyChange } from './use-party.ts';

type Props = { invitations: OwnParty['invitations']; busy: string | undefined; change: PartyChange };

/** Shows the invitations to queue together that the viewer has received. */
export function PartyInvitations({ invitations, busy, change }: Props) {
  const t = useTranslator();
  if (invitations.length === 0) return null;
  return (
    <ul className="stack" aria-label={t(messages.partyInvitations)}>
      {invitations.map((invitation) => (
        <Panel as="li" key={invitation.party_id} tone="orange" className="flex flex-wrap items-center gap-4">
          <Avatar name={invitation.leader_name} src={invitation.leader_avatar} size={48} decorative />
          <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
            <RichMessage
              message={messages.partyInvitation}
              values={{
                leader: invitation.leader_name,
                members: invitation.members,
                link: (children) => <Link to={paths.profile(invitation.leader_id)}>{children}</Link>,
              }}
            />
          </p>
          <div className="cluster">
            <Button
              size="sm"
              icon="check"
              loading={busy === `accept ${invitation.party_id}`}
              onClick={() => change.answer(invitation.party_id, 'accept')}
            >
              {t(messages.joinParty)}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              loading={busy === `decline ${invitation.party_id}`}
              onClick={() => change.answer(invitation.party_id, 'decline')}
            >
              {t(messages.declineInvitation)}
            </Button>
          </div>
        </Panel>
      ))}
    </ul>
  );
}
