import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ShareActions } from '../../../web/ui/share-actions.tsx';
import { useTapGuard } from '../../../web/ui/use-tap-guard.ts';
import { type OwnParty, PARTY_MAX, type Party } from '../parties/parties.schema.ts';
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
  const still = useTapGuard([...own.invitations.map((one) => one.party_id), own.party?.id].join());
  return (
    <div className="stack" onClickCapture={still}>
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
  return (
    <Panel as="section" aria-labelledby="party" className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="party" className="text-lg">
          Queue with friends
        </h2>
        <p className="mt-2 text-mist">
          A party of two to four stays together. We place all of you in the same squad. Invite players from their
          profiles, or start a party and share its link.
        </p>
      </div>
      <Button variant="secondary" icon="users" loading={busy === 'start'} onClick={() => change.start()}>
        Start a party
      </Button>
    </Panel>
  );
}

function OwnPartyPanel({ party, queuedIds, busy, change }: Props & { party: Party; queuedIds: readonly string[] }) {
  const [asking, setAsking] = useState<'leave' | 'disband'>();
  const link = typeof window === 'undefined' ? party.link_path : window.location.origin + party.link_path;
  const room = party.members.length < PARTY_MAX;
  const confirmed = () => {
    const what = asking;
    setAsking(undefined);
    if (what) void change[what]();
  };
  return (
    <Panel as="section" aria-labelledby="party" className="stack">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="party" className="text-lg">
          Your party
        </h2>
        <QueueBadge party={party} queuedIds={queuedIds} />
      </div>
      <Members party={party} busy={busy} change={change} />
      {party.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <PartySquad party={party} busy={busy} change={change} />
      {room && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <p className="text-sm text-mist">
            Anyone with this link can join, except blocked players. A new link replaces the old one.
          </p>
          <div className="cluster">
            <code className="min-w-0 rounded-control border border-line bg-raised px-3 py-2 text-sm wrap-anywhere">
              {link}
            </code>
            <ShareActions path={party.link_path} title="Join my party on Planet Crew" copyLabel="Copy party link" />
            {party.you_lead && (
              <Button
                size="sm"
                variant="ghost"
                icon="refresh"
                loading={busy === 'link'}
                onClick={() => change.renewLink()}
              >
                New link
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="cluster">
        <Button size="sm" variant="ghost" icon="logout" loading={busy === 'leave'} onClick={() => setAsking('leave')}>
          Leave party
        </Button>
        {party.you_lead && (
          <Button
            size="sm"
            variant="ghost"
            icon="trash"
            loading={busy === 'disband'}
            onClick={() => setAsking('disband')}
          >
            Disband party
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        title={asking === 'disband' ? 'Disband the party?' : 'Leave the party?'}
        confirmLabel={asking === 'disband' ? 'Disband' : 'Leave'}
        tone="danger"
        onConfirm={confirmed}
        onCancel={() => setAsking(undefined)}
      >
        {asking === 'disband'
          ? 'Everyone is matched on their own again. Your current matches stay as they are.'
          : "You're matched on your own again. Your current matches stay as they are."}
      </ConfirmDialog>
    </Panel>
  );
}

/** Only players in the live queue get the badge, not those who are just ready for matching rounds. */
function QueueBadge({ party, queuedIds }: { party: Party; queuedIds: readonly string[] }) {
  const isQueued = party.members.length > 1 && party.members.every(({ id }) => queuedIds.includes(id));
  const text = isQueued ? 'In the queue together' : party.queues ? 'Ready to queue together' : 'Not ready yet';
  return (
    <Badge tone={party.queues ? 'green' : 'gold'} icon={party.queues ? 'check' : 'clock'}>
      {text}
    </Badge>
  );
}

/** Shows the squad that the party created, or the button to create one. */
function PartySquad({ party, busy, change }: Props & { party: Party }) {
  if (party.squad_id) {
    return (
      <ButtonLink to={paths.squad(party.squad_id)} variant="secondary" icon="users" className="self-start">
        Your squad room
      </ButtonLink>
    );
  }
  if (!party.you_lead || party.members.length < 2) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <p className="text-sm text-mist">
        A party ends with the session. A squad stays, with one room, your messages, and hours you all share.
      </p>
      <Button size="sm" variant="secondary" icon="users" loading={busy === 'squad'} onClick={() => change.makeSquad()}>
        Make it a squad
      </Button>
    </div>
  );
}

function Members({ party, busy, change }: Props & { party: Party }) {
  return (
    <ul
      className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-2"
      aria-label="Members of your party"
    >
      {party.members.map((member) => (
        <li key={member.id} className="flex items-center gap-3 rounded-control border border-line bg-raised p-3">
          <Avatar name={member.display_name} src={member.avatar_path} size={40} decorative />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">
              {member.is_you ? (
                `${member.display_name} (you)`
              ) : (
                <Link to={paths.profile(member.id)} className="text-star">
                  {member.display_name}
                </Link>
              )}
            </p>
            <p className="text-sm text-mist">{[member.role, member.platform].filter(Boolean).join(' · ')}</p>
          </div>
          {member.leader && <Badge tone="violet">Leader</Badge>}
        </li>
      ))}
      {party.invited.map((player) => (
        <li key={player.id} className="flex items-center gap-3 rounded-control border border-line border-dashed p-3">
          <Avatar name={player.display_name} src={player.avatar_path} size={40} decorative />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{player.display_name}</p>
            <p className="text-sm text-mist">Invited</p>
          </div>
          {party.you_lead && (
            <Button
              size="sm"
              variant="ghost"
              loading={busy === player.id}
              aria-label={`Withdraw the invitation to ${player.display_name}`}
              onClick={() => change.uninvite(player.id)}
            >
              Withdraw
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
