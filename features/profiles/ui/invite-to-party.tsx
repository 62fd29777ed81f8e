import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../profiles.messages.ts';

/** Invites a player to queue together. The first invitation creates the party. */
export function InviteToParty({ id, name, small = false }: { id: string; name: string; small?: boolean }) {
  const t = useTranslator();
  const [isSent, setIsSent] = useState(false);
  const invite = async () => {
    const post = () => browserApi().api.party.invitations.$post({ json: { user_id: id } });
    const success = { title: t(messages.invitationSentToast), description: t(messages.invitationSentHint, { name }) };
    if (await attempt(post, success, t(messages.invitationFailed))) setIsSent(true);
  };
  return (
    <Button
      icon={isSent ? 'check' : 'users'}
      disabled={isSent}
      onClick={invite}
      {...(small ? { variant: 'secondary', size: 'sm', className: 'relative z-10' } : {})}
    >
      {isSent ? t(messages.invited) : t(messages.invite)}
    </Button>
  );
}
