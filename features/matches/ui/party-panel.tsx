import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ShareActions } from '../../../web/ui/share-actions.tsx';
import { useTapGuard } from '../../../web/ui/use-tap-guard.ts';
import { PLATFORM_LABELS, translateValue } from '../../profiles/game-labels.schema.ts';
import * as messages from '../matches.messages.ts';
import type { OwnParty, Party } from '../parties/parties.schema.ts';
import { PARTY_MAX } from '../parties/party-size.schema.ts';
import { PartyInvitations } from './party-invitations.tsx';
import { type PartyChange, useParty } from './use-party.ts';

type PanelProps = {
  loaded: OwnParty;
  /** Players in the live queue with the viewer, including the viewer. */
  queuedIds: readonly string[];
  onChange: () => void;
};

/** Shows the viewer's party, the invitations to answer, and how to bring friends. */
export function PartyPanel({ loaded, queuedIds, onChange }: PanelProps) {
  const { own, busy, change } = useParty(loaded, onChange);
  // An answered invitation disappears and the content below moves up, so this ignores the second half of a double tap.
  const tapGuard = useTapGuard([...own.invitations.map((one) => one.party_id), own.party?.id].join());
  return (
    <div className="stack" onClickCapture={tapGuard}>
      <PartyInvitations invitations={own.invitations} busy={busy} change={change} />
      {own.party ? (
        <OwnPartyPanel party={own.party} queuedIds={queuedIds} busy={busy} change={change} />
      ) : (
        <NoParty busy={busy} change={change} />
      )}
    </div>
  );
}

type Props = { busy: string | undefined; change: PartyChange };

function NoParty({ busy, change }: Props) {
  const t = useTranslator();
  return (
    <Panel as="section" aria-labelledby="party" className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="party" className="text-lg">
          {t(messages.noPartyTitle)}
        </h2>
        <p className="mt-2 text-muted">{t(messages.noPartyHint)}</p>
      </div>
      <Button variant="secondary" icon="users" loading={busy === 'start'} onClick={() => change.start()}>
        {t(messages.startParty)}
      </Button>
    </Panel>
  );
}

function OwnPartyPanel({ party, queuedIds, busy, change }: Props & { party: Party; queuedIds: readonly string[] }) {
  const t = useTranslator();
  const [openDialog, setOpenDialog] = useState<'leave' | 'disband'>();
  const link = typeof window === 'undefined' ? party.link_path : window.location.origin + party.link_path;
  const hasRoom = party.members.length < PARTY_MAX;
  const confirm = () => {
    const what = openDialog;
    setOpenDialog(undefined);
    if (what) void change[what]();
  };
  return (
    <Panel as="section" aria-labelledby="party" className="stack">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="party" className="text-lg">
          {t(messages.partyTitle)}
        </h2>
        <QueueBadge party={party} queuedIds={queuedIds} />
      </div>
      <Members party={party} busy={busy} change={change} />
      {party.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <PartySquad party={party} busy={busy} change={change} />
      {hasRoom && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <p className="text-sm text-muted">{t(messages.partyLinkHint)}</p>
          <div className="cluster">
            <code className="min-w-0 rounded-control border border-line bg-raised px-3 py-2 text-sm wrap-anywhere">
              {link}
            </code>
            <ShareActions
              path={party.link_path}
              title={t(messages.partyShareTitle)}
              copyLabel={t(messages.copyPartyLink)}
            />
            {party.you_lead && (
              <Button
                size="sm"
                variant="ghost"
                icon="refresh"
                loading={busy === 'link'}
                onClick={() => change.renewLink()}
              >
                {t(messages.renewPartyLink)}
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="cluster">
        <Button
          size="sm"
          variant="ghost"
          icon="logout"
          loading={busy === 'leave'}
          onClick={() => setOpenDialog('leave')}
        >
          {t(messages.leaveParty)}
        </Button>
        {party.you_lead && (
          <Button
            size="sm"
            variant="ghost"
            icon="trash"
            loading={busy === 'disband'}
            onClick={() => setOpenDialog('disband')}
          >
            {t(messages.disbandParty)}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={openDialog !== undefined}
        title={openDialog === 'disband' ? t(messages.disbandPartyTitle) : t(messages.leavePartyTitle)}
        confirmLabel={openDialog === 'disband' ? t(messages.disbandPartyConfirm) : t(messages.leavePartyConfirm)}
        tone="danger"
        onConfirm={confirm}
        onCancel={() => setOpenDialog(undefined)}
      >
        {openDialog === 'disband' ? t(messages.disbandPartyExplanation) : t(messages.leavePartyExplanation)}
      </ConfirmDialog>
    </Panel>
  );
}

/** Shows whether the party is in the live queue, ready for matching rounds, or not ready. */
function QueueBadge({ party, queuedIds }: { party: Party; queuedIds: readonly string[] }) {
  const t = useTranslator();
  const isQueued = party.members.length > 1 && party.members.every(({ id }) => queuedIds.includes(id));
  const text = isQueued ? t(messages.partyInQueue) : party.queues ? t(messages.partyReady) : t(messages.partyNotReady);
  return (
    <Badge tone={party.queues ? 'green' : 'gold'} icon={party.queues ? 'check' : 'clock'}>
      {text}
    </Badge>
  );
}

/** Shows the squad that the party created, or the button to create one. */
function PartySquad({ party, busy, change }: Props & { party: Party }) {
  const t = useTranslator();
  if (party.squad_id) {
    return (
      <ButtonLink to={paths.squad(party.squad_id)} variant="secondary" icon="users" className="self-start">
        {t(messages.squadRoom)}
      </ButtonLink>
    );
  }
  if (!party.you_lead || party.members.length < 2) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <p className="text-sm text-muted">{t(messages.makeSquadHint)}</p>
      <Button size="sm" variant="secondary" icon="users" loading={busy === 'squad'} onClick={() => change.makeSquad()}>
        {t(messages.makeSquad)}
      </Button>
    </div>
  );
}

function Members({ party, busy, change }: Props & { party: Party }) {
  const t = useTranslator();
  return (
    <ul
      className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-2"
      aria-label={t(messages.partyMembers)}
    >
      {party.members.map((member) => (
        <li key={member.id} className="flex items-center gap-3 rounded-control border border-line bg-raised p-3">
          <Avatar name={member.display_name} src={member.avatar_path} size={40} decorative />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">
              {member.is_you ? (
                t(messages.nameAndYou, { name: member.display_name })
              ) : (
                <Link to={paths.profile(member.id)} className="text-text">
                  {member.display_name}
                </Link>
              )}
            </p>
            <p className="text-sm text-muted">
              {[member.role, member.platform && translateValue(t, PLATFORM_LABELS, member.platform)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {member.leader && <Badge tone="violet">{t(messages.partyLeader)}</Badge>}
        </li>
      ))}
      {party.invited.map((player) => (
        <li key={player.id} className="flex items-center gap-3 rounded-control border border-line border-dashed p-3">
          <Avatar name={player.display_name} src={player.avatar_path} size={40} decorative />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{player.display_name}</p>
            <p className="text-sm text-muted">{t(messages.invitedToParty)}</p>
          </div>
          {party.you_lead && (
            <Button
              size="sm"
              variant="ghost"
              loading={busy === player.id}
              aria-label={t(messages.withdrawInvitationOf, { name: player.display_name })}
              onClick={() => change.uninvite(player.id)}
            >
              {t(messages.withdrawInvitation)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
