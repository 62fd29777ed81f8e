import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Menu } from '../../../web/ui/menu.tsx';
import { ShareButton } from '../../../web/ui/share-button.tsx';
import { shareLink } from '../../../web/ui/share-link.ts';
import { attempt } from '../../../web/use-action.ts';
import { useQuery } from '../../../web/use-query.ts';
import type { BlockKind } from '../blocks/blocks.schema.ts';
import { FollowButton } from './follow-button.tsx';
import { InviteToParty } from './invite-to-party.tsx';
import { LookDialog } from './look-dialog.tsx';
import { ReportPlayer } from './report-player.tsx';

const DONE: Record<BlockKind | 'none', string> = {
  block: 'Blocked. We’ll never match you two.',
  avoid: 'Got it. We’ll try to match you with other players.',
  none: 'Removed.',
};

type Props = { id: string; name: string; onBlocked: () => void };

/** A signed-in viewer's actions on a profile: edit their own; invite, message, follow or block another player. */
export function ViewerActions({ id, name, onBlocked }: Props) {
  const { user } = useAuth();
  if (!user) return null;
  if (user.id !== id) {
    return (
      <>
        <InviteToParty id={id} name={name} />
        <MessageInSquad id={id} />
        <FollowButton id={id} name={name} />
        <MoreActions id={id} name={name} onBlocked={onBlocked} />
      </>
    );
  }
  return (
    <>
      <ButtonLink to={paths.editProfile} variant="secondary" icon="edit">
        Edit my profile
      </ButtonLink>
      <ChangeLook />
      <ShareButton label="Share" path={paths.profile(id)} title={name} variant="ghost" size="md" />
    </>
  );
}

/** Links to the chat of a squad that both players are in. Without a shared squad there's no chat to link to. */
function MessageInSquad({ id }: { id: string }) {
  const { data } = useQuery(id, () => browserApi().api.players[':id']['with-me'].$get({ param: { id } }));
  const squadId = data?.squads[0]?.id;
  if (!squadId) return null;
  return (
    <ButtonLink to={paths.squadThread(squadId)} variant="secondary" icon="chat">
      Message
    </ButtonLink>
  );
}

/** Opens the avatar editor for the user's own profile and reloads the page's data afterwards. */
function ChangeLook() {
  const [open, setOpen] = useState(false);
  const { revalidate } = useRevalidator();
  return (
    <>
      <Button variant="ghost" icon="sparkle" onClick={() => setOpen(true)}>
        Change my look
      </Button>
      <LookDialog open={open} onClose={() => setOpen(false)} onSaved={() => revalidate()} />
    </>
  );
}

/** Share, avoid, block and report. The other player isn't notified. */
function MoreActions({ id, name, onBlocked }: Props) {
  const { data, setData } = useQuery(id, () => browserApi().api.profiles[':id'].block.$get({ param: { id } }));
  const kind = data?.kind;
  const [open, setOpen] = useState<'block' | 'report'>();

  const change = async (wish: BlockKind | null) => {
    setOpen(undefined);
    const address = browserApi().api.profiles[':id'].block;
    const work = () =>
      wish ? address.$put({ param: { id }, json: { kind: wish } }) : address.$delete({ param: { id } });
    if (!(await attempt(work, DONE[wish ?? 'none']))) return;
    setData({ kind: wish });
    if (wish === 'block') onBlocked();
  };

  return (
    <>
      <Menu
        label={`More actions for ${name}`}
        trigger={<Icon name="more" />}
        triggerClassName="btn btn-ghost btn-icon"
        items={[
          { label: 'Share', icon: 'share', onSelect: () => void shareLink({ path: paths.profile(id), title: name }) },
          kind === 'avoid'
            ? { label: 'Stop avoiding', icon: 'undo', onSelect: () => void change(null) }
            : { label: 'Avoid in matches', icon: 'minus', onSelect: () => void change('avoid') },
          kind === 'block'
            ? { label: 'Unblock', icon: 'undo', onSelect: () => void change(null) }
            : { label: 'Block', icon: 'ban', tone: 'red', onSelect: () => setOpen('block') },
          { label: 'Report player', icon: 'flag', onSelect: () => setOpen('report') },
        ]}
      />
      <ReportPlayer id={id} name={name} open={open === 'report'} onClose={() => setOpen(undefined)} />
      <ConfirmDialog
        open={open === 'block'}
        title={`Block ${name}?`}
        confirmLabel="Block"
        tone="danger"
        onConfirm={() => change('block')}
        onCancel={() => setOpen(undefined)}
      >
        You’ll never be in a squad or pair together, and you won’t see each other while signed in. We won’t notify them.
        You can unblock them anytime.
      </ConfirmDialog>
    </>
  );
}
