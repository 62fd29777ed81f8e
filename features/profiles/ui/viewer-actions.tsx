import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Menu } from '../../../web/ui/menu.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import type { BlockKind } from '../blocks/blocks.schema.ts';
import { InviteToParty } from './invite-to-party.tsx';
import { LookDialog } from './look-dialog.tsx';
import { ReportPlayer } from './report-player.tsx';

const DONE: Record<BlockKind | 'none', string> = {
  block: 'Blocked. You will never be matched with each other.',
  avoid: 'Noted. We will rather match you with others.',
  none: 'Taken back.',
};

/** What a signed-in viewer can do with a profile: edit the own one; report, invite, block or avoid somebody else. */
export function ViewerActions({ id, name, onBlocked }: { id: string; name: string; onBlocked: () => void }) {
  const { user } = useAuth();
  if (!user) return null;
  if (user.id !== id) {
    return (
      <>
        <ReportPlayer id={id} name={name} />
        <InviteToParty id={id} name={name} />
        <BlockMenu id={id} name={name} onBlocked={onBlocked} />
      </>
    );
  }
  return (
    <>
      <ChangeLook />
      <ButtonLink to={paths.onboarding} variant="secondary" icon="edit">
        Edit my profile
      </ButtonLink>
    </>
  );
}

/** Opens the chooser of one's own face; what the page shows of it is read anew. */
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

/** Block or avoid; the other player is not told. */
function BlockMenu({ id, name, onBlocked }: { id: string; name: string; onBlocked: () => void }) {
  const [kind, setKind] = useState<BlockKind | null>();
  const [asking, setAsking] = useState(false);

  useEffect(() => {
    let current = true;
    unwrap(browserApi().api.profiles[':id'].block.$get({ param: { id } }))
      .then((state) => current && setKind(state.kind))
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [id]);

  if (kind === undefined) return null;

  const change = async (wish: BlockKind | null) => {
    setAsking(false);
    try {
      const address = browserApi().api.profiles[':id'].block;
      await unwrap(wish ? address.$put({ param: { id }, json: { kind: wish } }) : address.$delete({ param: { id } }));
      setKind(wish);
      toast({ title: DONE[wish ?? 'none'], tone: 'success' });
      if (wish === 'block') onBlocked();
    } catch (error) {
      toast({
        title: 'Error',
        description: error instanceof ApiError ? error.message : 'Please try again.',
        tone: 'error',
      });
    }
  };

  return (
    <>
      <Menu
        label={`Block or avoid ${name}`}
        trigger={
          <>
            <Icon name="shield" />
            Block or avoid
          </>
        }
        items={[
          kind === 'avoid'
            ? { label: 'Stop avoiding', icon: 'undo', onSelect: () => void change(null) }
            : { label: 'Avoid in matches', icon: 'minus', onSelect: () => void change('avoid') },
          kind === 'block'
            ? { label: 'Unblock', icon: 'undo', onSelect: () => void change(null) }
            : { label: 'Block', icon: 'ban', tone: 'red', onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        open={asking}
        title={`Block ${name}?`}
        confirmLabel="Block"
        tone="danger"
        onConfirm={() => change('block')}
        onCancel={() => setAsking(false)}
      >
        You will never be in a squad or pair together, and while signed in you do not see each other. They are not told,
        and you can take it back at any time.
      </ConfirmDialog>
    </>
  );
}
