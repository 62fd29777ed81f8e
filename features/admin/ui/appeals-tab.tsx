import { useState } from 'react';
import { english } from '../../../messages/lazy-text.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useTapGuard } from '../../../web/ui/use-tap-guard.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { BAN_SCOPE_LABELS, type BanScope, formatReason, LIMITS } from '../../moderation/ban-reasons.schema.ts';
import type { OpenAppeal } from '../admin.schema.ts';
import { runAction, toBanSubject } from './admin-action.ts';
import { WhenLoaded } from './loading.tsx';
import { NoShowAppealCard } from './no-show-appeals.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';
import { useConsoleNews } from './use-console-news.ts';

async function loadAppeals() {
  const { admin } = browserApi().api;
  const [bans, absences] = await Promise.all([unwrap(admin.appeals.$get()), unwrap(admin['absence-appeals'].$get())]);
  return { appeals: bans.appeals, absences: absences.appeals };
}

export function AppealsTab({ onChange, onPlayer }: { onChange: () => void; onPlayer: (id: string) => void }) {
  const appealsQuery = useAdminQuery(loadAppeals);
  useConsoleNews(appealsQuery.refresh);
  const openAppeals = [...(appealsQuery.data?.appeals ?? []), ...(appealsQuery.data?.absences ?? [])];
  // A decided appeal disappears, and the second half of a double tap must not decide the appeal that takes its place.
  const tapGuard = useTapGuard(openAppeals.map(({ id }) => id).join());
  const handleChange = () => {
    appealsQuery.reload();
    onChange();
  };
  return (
    <WhenLoaded loaded={appealsQuery} label="Loading appeals">
      {({ appeals, absences }) =>
        appeals.length + absences.length === 0 ? (
          <EmptyState icon="check" tone="green" title="No open appeals">
            Players can appeal a ban or a no-show once. Their appeals will appear here.
          </EmptyState>
        ) : (
          <ul className="stack" onClickCapture={tapGuard}>
            {appeals.map((appeal) => (
              <li key={appeal.id}>
                <AppealCard appeal={appeal} onChange={handleChange} onPlayer={onPlayer} />
              </li>
            ))}
            {absences.map((appeal) => (
              <li key={appeal.id}>
                <NoShowAppealCard appeal={appeal} onChange={handleChange} onPlayer={onPlayer} />
              </li>
            ))}
          </ul>
        )
      }
    </WhenLoaded>
  );
}

function AppealCard({
  appeal,
  onChange,
  onPlayer,
}: {
  appeal: OpenAppeal;
  onChange: () => void;
  onPlayer: (id: string) => void;
}) {
  const [decisionToConfirm, setDecisionToConfirm] = useState<'granted' | 'rejected'>();
  const [answer, setAnswer] = useDraftText(`answer-to-appeal-${appeal.id}`);
  const decide = async () => {
    if (!decisionToConfirm) return;
    const decision = decisionToConfirm;
    setDecisionToConfirm(undefined);
    const bansToEnd = decision === 'granted' ? [toBanSubject(appeal.user_id)] : [];
    await runAction({ action: 'decide_appeal', appealId: appeal.id, decision, answer }, onChange, { ends: bansToEnd });
  };
  return (
    <Panel as="article" padding="sm" className="stack">
      <h2 className="text-base">{appeal.display_name ?? 'A player'}</h2>
      <p className="whitespace-pre-line wrap-anywhere">{appeal.message}</p>
      <p className="text-sm text-muted">
        Banned {formatTime(appeal.banned_at)} from {english(BAN_SCOPE_LABELS[appeal.scope as BanScope]).toLowerCase()}
        {appeal.expires_at ? ` until ${formatTime(appeal.expires_at)}` : ' with no end date'}. Reason:{' '}
        {formatReason(appeal.reason)} Appealed {formatTime(appeal.created_at)}.
      </p>
      <Field label="Answer to the player" optional>
        <TextArea
          rows={2}
          maxLength={LIMITS.answer}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      <div className="cluster">
        <Button size="sm" icon="check" onClick={() => setDecisionToConfirm('granted')}>
          Grant
        </Button>
        <Button size="sm" variant="secondary" icon="close" onClick={() => setDecisionToConfirm('rejected')}>
          Reject
        </Button>
        <Button size="sm" variant="ghost" icon="user" onClick={() => onPlayer(appeal.user_id)}>
          Player
        </Button>
      </div>
      <ConfirmDialog
        open={decisionToConfirm !== undefined}
        title={decisionToConfirm === 'granted' ? 'Grant this appeal?' : 'Reject this appeal?'}
        confirmLabel={decisionToConfirm === 'granted' ? 'Grant and lift the ban' : 'Reject'}
        onConfirm={() => decide()}
        onCancel={() => setDecisionToConfirm(undefined)}
      >
        The player will be notified right away. A ban can be appealed only once.
      </ConfirmDialog>
    </Panel>
  );
}
