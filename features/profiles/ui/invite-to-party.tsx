import { useState } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';

/** Invites a player to queue together. The first invitation creates the party. */
export function InviteToParty({ id, name }: { id: string; name: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const invite = async () => {
    setState('busy');
    try {
      await unwrap(browserApi().api.party.invitations.$post({ json: { user_id: id } }));
      setState('sent');
      showToast({ title: 'Invitation sent', description: `${name} will find it under Play.`, tone: 'success' });
    } catch (error) {
      setState('idle');
      showToast({
        title: "Couldn't send the invitation",
        description: error instanceof ApiError ? error.message : 'Please try again.',
        tone: 'error',
      });
    }
  };
  return (
    <Button
      icon={state === 'sent' ? 'check' : 'users'}
      loading={state === 'busy'}
      disabled={state === 'sent'}
      onClick={() => invite()}
    >
      {state === 'sent' ? 'Invited' : 'Invite'}
    </Button>
  );
}
