import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { attempt } from '../../../web/use-action.ts';

/** Invites a player to queue together. The first invitation creates the party. */
export function InviteToParty({ id, name }: { id: string; name: string }) {
  const [sent, setSent] = useState(false);
  const invite = async () => {
    const post = () => browserApi().api.party.invitations.$post({ json: { user_id: id } });
    const success = { title: 'Invitation sent', description: `${name} will find it under Play.` };
    if (await attempt(post, success, "Couldn't send the invitation")) setSent(true);
  };
  return (
    <Button icon={sent ? 'check' : 'users'} disabled={sent} onClick={invite}>
      {sent ? 'Invited' : 'Invite'}
    </Button>
  );
}
