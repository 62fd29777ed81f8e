import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { applicationStatuses } from '../../../content/statuses.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useTapGuard } from '../../../web/ui/use-tap-guard.ts';
import { VerifiedMark } from '../../../web/ui/verified-mark.tsx';
import { attempt } from '../../../web/use-action.ts';
import { PLATFORM_LABELS, translateValue } from '../../profiles/game-labels.schema.ts';
import * as messages from '../lfg.messages.ts';
import type { Applicant } from '../lfg.schema.ts';
import { ReportDialog } from './report-dialog.tsx';

const ORDER = { pending: 0, accepted: 1, declined: 2, withdrawn: 3 } as const;
/** Renders the owner's chat with one applicant. */
export type RenderApplicantChat = (applicationId: string) => ReactNode;

/** The owner's inbox for one listing. */
export function Applicants({
  applicants,
  open,
  onChange,
  talk,
}: {
  applicants: readonly Applicant[];
  open: boolean;
  onChange: () => unknown;
  talk: RenderApplicantChat;
}) {
  const t = useTranslator();
  const sorted = useStableOrder(applicants);
  const tapGuard = useTapGuard(sorted.map(({ id, status }) => `${id} ${status}`).join());
  if (sorted.length === 0) {
    return (
      <EmptyState icon="inbox" title={t(messages.noApplicantsTitle)}>
        {t(messages.noApplicantsHint)}
      </EmptyState>
    );
  }
  return (
    <ul className="stack" onClickCapture={tapGuard}>
      {sorted.map((applicant) => (
        <li key={applicant.id}>
          <ApplicantCard applicant={applicant} open={open} onChange={onChange} talk={talk} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Sorts pending applicants first when the page loads. After that, the order stays the same, so nobody ends up tapping
 * the wrong applicant.
 */
function useStableOrder(applicants: readonly Applicant[]): Applicant[] {
  const compareByStatus = (a: Applicant, b: Applicant) => ORDER[a.status] - ORDER[b.status];
  const [firstIds] = useState(() => applicants.toSorted(compareByStatus).map(({ id }) => id));
  const getPosition = ({ id }: Applicant) => (firstIds.includes(id) ? firstIds.indexOf(id) : firstIds.length);
  return applicants.toSorted((a, b) => getPosition(a) - getPosition(b) || compareByStatus(a, b));
}

type CardProps = { applicant: Applicant; open: boolean; onChange: () => unknown; talk: RenderApplicantChat };

function ApplicantCard({ applicant, open, onChange, talk }: CardProps) {
  const t = useTranslator();
  const [talking, setTalking] = useState(false);
  const [reporting, setReporting] = useState(false);
  const [freeing, setFreeing] = useState(false);
  const { profile } = applicant;
  const name = profile?.display_name ?? t(messages.unnamedApplicant);

  const answer = async (verb: 'accept' | 'decline') => {
    const application = browserApi().api.lfg.applications[':id'];
    const param = { id: applicant.id };
    const post = () => (verb === 'accept' ? application.accept.$post({ param }) : application.decline.$post({ param }));
    await attempt(
      post,
      ({ message }) => ({ title: message, description: name }),
      t(verb === 'accept' ? messages.acceptFailed : messages.declineFailed),
    );
    // Keep the button busy until the page has refreshed, so that a second click does nothing.
    await onChange();
  };

  return (
    <Panel as="article" padding="sm" className="flex flex-wrap items-center gap-4">
      <Avatar name={name} src={profile?.avatar_path ?? null} size={48} decorative />
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="text-base">
          {profile ? <Link to={paths.profile(profile.id)}>{name}</Link> : <span>{name}</span>}{' '}
          {profile?.verified && <VerifiedMark />}
        </h3>
        <p className="cluster mt-1">
          <Badge tone="orange" solid>
            {applicant.position}
          </Badge>
          {profile && (
            <>
              <Badge>{t(messages.playsRole, { role: profile.role })}</Badge>
              {profile.overall_rating !== null && (
                <Badge>{t(messages.overallRating, { rating: profile.overall_rating })}</Badge>
              )}
              {profile.win_percentage !== null && (
                <Badge>{t(messages.winPercentage, { percentage: profile.win_percentage })}</Badge>
              )}
              <Badge icon="gamepad">{translateValue(t, PLATFORM_LABELS, profile.platform)}</Badge>
              <Badge icon={profile.mic ? 'mic' : 'mic-off'}>{profile.mic ? t(messages.mic) : t(messages.noMic)}</Badge>
            </>
          )}
          <Badge tone={applicationStatuses[applicant.status].tone}>
            {t(applicationStatuses[applicant.status].badge)}
          </Badge>
        </p>
        {applicant.often_missing && <p className="mt-2 text-sm text-gold">{t(messages.oftenMissing)}</p>}
        {applicant.message && (
          <>
            <p className="mt-2 text-sm wrap-anywhere">{applicant.message}</p>
            <Button size="sm" variant="ghost" icon="flag" className="btn-flush" onClick={() => setReporting(true)}>
              {t(messages.reportMessage)}
            </Button>
            <ReportDialog
              about={{ kind: 'message', id: applicant.id, title: applicant.message }}
              open={reporting}
              onClose={() => setReporting(false)}
            />
          </>
        )}
      </div>
      {applicant.status === 'pending' && (
        <div className="cluster">
          {open && (
            <Button size="sm" icon="check" aria-description={name} onClick={() => answer('accept')}>
              {t(messages.accept)}
            </Button>
          )}
          <Button size="sm" variant="secondary" icon="close" aria-description={name} onClick={() => answer('decline')}>
            {t(messages.decline)}
          </Button>
        </div>
      )}
      {applicant.status === 'accepted' && open && (
        <Button size="sm" variant="ghost" icon="close" aria-description={name} onClick={() => setFreeing(true)}>
          {t(messages.freeSpot)}
        </Button>
      )}
      <ConfirmDialog
        open={freeing}
        title={t(messages.freeSpotTitle, { name })}
        confirmLabel={t(messages.confirmFreeSpot)}
        tone="danger"
        onConfirm={() => answer('decline').then(() => setFreeing(false))}
        onCancel={() => setFreeing(false)}
      >
        {t(messages.freeSpotExplanation, { position: applicant.position })}
      </ConfirmDialog>
      <Button size="sm" variant="ghost" icon="chat" aria-expanded={talking} onClick={() => setTalking(!talking)}>
        <ChatLabel name={name} unread={talking ? 0 : applicant.unread} />
      </Button>
      {talking && <div className="min-w-0 basis-full">{talk(applicant.id)}</div>}
    </Panel>
  );
}

/** Chat label. Screen readers also read the name. */
function ChatLabel({ name, unread }: { name: string; unread: number }) {
  const hideVisually = (children: ReactNode) => <span className="sr-only">{children}</span>;
  return unread === 0 ? (
    <span key="read">
      <RichMessage message={messages.chatButton} values={{ name, hidden: hideVisually }} />
    </span>
  ) : (
    <span key="unread">
      <RichMessage message={messages.chatButtonUnread} values={{ name, hidden: hideVisually, unread }} />
    </span>
  );
}
