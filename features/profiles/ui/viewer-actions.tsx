import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
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
import * as messages from '../profiles.messages.ts';
import { FollowButton } from './follow-button.tsx';
import { InviteToParty } from './invite-to-party.tsx';
import { LookDialog } from './look-dialog.tsx';
import { ReportPlayer } from './report-player.tsx';

const DONE_MESSAGES: Record<BlockKind | 'none', Message> = {
  block: messages.blockedToast,
  avoid: messages.avoidedToast,
  none: messages.removedToast,
};

type Props = { id: string; name: string; onBlocked: () => void };

/** A signed-in viewer's actions on a profile: edit their own; invite, message, follow or block another player. */
export function ViewerActions({ id, name, onBlocked }: Props) {
  const t = useTranslator();
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
        {t(messages.editProfile)}
      </ButtonLink>
      <ChangeLook />
      <ShareButton label={t(messages.share)} path={paths.profile(id)} title={name} variant="ghost" size="md" />
    </>
  );
}

/** Links to the chat of a squad that both players are in. Without a shared squad there's no chat to link to. */
function MessageInSquad({ id }: { id: string }) {
  const t = useTranslator();
  const { data } = useQuery(id, () => browserApi().api.players[':id']['with-me'].$get({ param: { id } }));
  const squadId = data?.squads[0]?.id;
  if (!squadId) return null;
  return (
    <ButtonLink to={paths.squadThread(squadId)} variant="secondary" icon="chat">
      {t(messages.sendMessage)}
    </ButtonLink>
  );
}

/** Opens the avatar editor for the user's own profile and reloads the page's data afterwards. */
function ChangeLook() {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  const { revalidate } = useRevalidator();
  return (
    <>
      <Button variant="ghost" icon="sparkle" onClick={() => setOpen(true)}>
        {t(messages.changeLook)}
      </Button>
      <LookDialog open={open} onClose={() => setOpen(false)} onSaved={() => revalidate()} />
    </>
  );
}

/** Share, avoid, block and report. The other player isn't notified. */
function MoreActions({ id, name, onBlocked }: Props) {
  const t = useTranslator();
  const { data, setData } = useQuery(id, () => browserApi().api.profiles[':id'].block.$get({ param: { id } }));
  const kind = data?.kind;
  const [open, setOpen] = useState<'block' | 'report'>();

  const change = async (kind: BlockKind | null) => {
    setOpen(undefined);
    const address = browserApi().api.profiles[':id'].block;
    const changeBlock = () =>
      kind ? address.$put({ param: { id }, json: { kind } }) : address.$delete({ param: { id } });
    if (!(await attempt(changeBlock, t(DONE_MESSAGES[kind ?? 'none'])))) return;
    setData({ kind });
    if (kind === 'block') onBlocked();
  };

  return (
    <>
      <Menu
        label={t(messages.moreActions, { name })}
        trigger={<Icon name="more" />}
        triggerClassName="btn btn-ghost btn-icon"
        items={[
          {
            label: t(messages.share),
            icon: 'share',
            onSelect: () => void shareLink(t, { path: paths.profile(id), title: name }),
          },
          kind === 'avoid'
            ? { label: t(messages.stopAvoiding), icon: 'undo', onSelect: () => void change(null) }
            : { label: t(messages.avoid), icon: 'minus', onSelect: () => void change('avoid') },
          kind === 'block'
            ? { label: t(messages.unblock), icon: 'undo', onSelect: () => void change(null) }
            : { label: t(messages.block), icon: 'ban', tone: 'red', onSelect: () => setOpen('block') },
          { label: t(messages.reportPlayer), icon: 'flag', onSelect: () => setOpen('report') },
        ]}
      />
      <ReportPlayer id={id} name={name} open={open === 'report'} onClose={() => setOpen(undefined)} />
      <ConfirmDialog
        open={open === 'block'}
        title={t(messages.blockTitle, { name })}
        confirmLabel={t(messages.block)}
        tone="danger"
        onConfirm={() => change('block')}
        onCancel={() => setOpen(undefined)}
      >
        {t(messages.blockExplanation)}
      </ConfirmDialog>
    </>
  );
}
