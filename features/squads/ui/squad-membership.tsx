import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { useAction } from '../../../web/use-action.ts';
import { RETENTION_DAYS } from '../../threads/threads.rules.ts';
import * as messages from '../squads.messages.ts';
import { LEAVE_REASON_LABELS, LEAVE_REASONS, type LeaveReason, type SquadRoom } from '../squads.schema.ts';

type OpenDialog = 'leave' | 'handOver' | 'end';
type Props = { squad: SquadRoom };

/** Actions to leave, hand over and end the squad. Each shows its consequences before the user confirms. */
export function SquadMembership({ squad }: Props) {
  const t = useTranslator();
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const close = () => setOpenDialog(undefined);
  const isAlone = squad.members.length === 1;
  return (
    <Panel as="section" aria-labelledby="parting" className="stack">
      <h2 id="parting" className="text-lg">
        {t(messages.membershipTitle)}
      </h2>
      <div className="cluster">
        <Button variant="secondary" icon="logout" onClick={() => setOpenDialog('leave')}>
          {t(messages.leaveSquad)}
        </Button>
        {squad.you_lead && !isAlone && (
          <>
            <Button variant="secondary" icon="users" onClick={() => setOpenDialog('handOver')}>
              {t(messages.handOver)}
            </Button>
            <Button variant="ghost" icon="trash" onClick={() => setOpenDialog('end')}>
              {t(messages.endSquad)}
            </Button>
          </>
        )}
      </div>
      {openDialog === 'leave' && <Leave squad={squad} onClose={close} />}
      {openDialog === 'handOver' && <HandOver squad={squad} onClose={close} />}
      {openDialog === 'end' && <End squad={squad} onClose={close} />}
    </Panel>
  );
}

/** Returns what happens to the squad when the viewer leaves it. */
function formatLeaving(t: Translator, { members, you_lead }: SquadRoom): string {
  if (members.length === 1) return t(messages.leavingEndsSquad);
  if (!you_lead) return t(messages.leavingNotifies, { others: members.length - 1 });
  const next = members.find((member) => !member.is_you);
  return t(messages.leavingChangesCaptain, { name: next?.display_name ?? '' });
}

type DialogProps = Props & { onClose: () => void };

function Leave({ squad, onClose }: DialogProps) {
  const t = useTranslator();
  const [reason, setReason] = useState<LeaveReason>('unsaid');
  const { run } = useAction();
  const navigate = useNavigate();
  const leave = () =>
    run(
      async () => {
        await unwrap(browserApi().api.squads[':id'].leave.$post({ param: { id: squad.id }, json: { reason } }));
        await navigate(paths.squads);
      },
      t(messages.leftToast, { name: squad.name }),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(messages.leaveTitle, { name: squad.name })}
      description={formatLeaving(t, squad)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(messages.stay)}
          </Button>
          <Button variant="danger" onClick={() => leave()}>
            {t(messages.leave)}
          </Button>
        </>
      }
    >
      <Field label={t(messages.leaveReason)} hint={t(messages.leaveReasonHint)} group>
        <RadioCards
          name="reason"
          columns={1}
          options={LEAVE_REASONS.map((value) => ({ value, label: t(LEAVE_REASON_LABELS[value]) }))}
          value={reason}
          onChange={(value) => setReason(value as LeaveReason)}
        />
      </Field>
    </Dialog>
  );
}

function HandOver({ squad, onClose }: DialogProps) {
  const t = useTranslator();
  const others = squad.members.filter((member) => !member.is_you);
  const [to, setTo] = useState(others[0]?.id ?? '');
  const { run } = useAction();
  const handOver = async () => {
    const { captain } = browserApi().api.squads[':id'];
    const changeCaptain = () => captain.$put({ param: { id: squad.id }, json: { user_id: to } });
    if (await run(changeCaptain, t(messages.newCaptainToast))) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(messages.handOverTitle)}
      description={t(messages.handOverExplanation)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
          <Button onClick={() => handOver()}>{t(messages.makeCaptain)}</Button>
        </>
      }
    >
      <Field label={t(messages.newCaptain)} group>
        <RadioCards
          name="captain"
          columns={1}
          options={others.map((member) => ({ value: member.id, label: member.display_name }))}
          value={to}
          onChange={setTo}
        />
      </Field>
    </Dialog>
  );
}

function End({ squad, onClose }: DialogProps) {
  const t = useTranslator();
  const { run } = useAction();
  const navigate = useNavigate();
  const end = () =>
    run(
      async () => {
        await unwrap(browserApi().api.squads[':id'].$delete({ param: { id: squad.id } }));
        await navigate(paths.squads);
      },
      t(messages.endedToast, { name: squad.name }),
    );
  return (
    <ConfirmDialog
      open
      title={t(messages.endTitle, { name: squad.name })}
      confirmLabel={t(messages.endSquad)}
      tone="danger"
      onConfirm={() => end()}
      onCancel={onClose}
    >
      {t(messages.endExplanation, { members: squad.members.length, days: RETENTION_DAYS })}
    </ConfirmDialog>
  );
}
