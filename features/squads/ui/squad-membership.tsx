import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { useAction } from '../../../web/use-action.ts';
import { RETENTION_DAYS } from '../../threads/threads.rules.ts';
import { LEAVE_REASONS, type LeaveReason, type SquadRoom } from '../squads.schema.ts';

type OpenDialog = 'leave' | 'hand over' | 'end';
type Props = { squad: SquadRoom };

/** Leaving, handing over and ending the squad. Each shows its consequences before the user confirms. */
export function SquadMembership({ squad }: Props) {
  const [asking, setAsking] = useState<OpenDialog>();
  const close = () => setAsking(undefined);
  const alone = squad.members.length === 1;
  return (
    <Panel as="section" aria-labelledby="parting" className="stack">
      <h2 id="parting" className="text-lg">
        Leave or hand over
      </h2>
      <p className="text-mist">{formatLeaving(squad)}</p>
      <div className="cluster">
        <Button variant="secondary" icon="logout" onClick={() => setAsking('leave')}>
          Leave squad
        </Button>
        {squad.you_lead && !alone && (
          <>
            <Button variant="secondary" icon="users" onClick={() => setAsking('hand over')}>
              Hand over
            </Button>
            <Button variant="ghost" icon="trash" onClick={() => setAsking('end')}>
              End squad
            </Button>
          </>
        )}
      </div>
      {asking === 'leave' && <Leave squad={squad} onClose={close} />}
      {asking === 'hand over' && <HandOver squad={squad} onClose={close} />}
      {asking === 'end' && <End squad={squad} onClose={close} />}
    </Panel>
  );
}

/** Returns what happens to the squad when the viewer leaves it. */
function formatLeaving({ members, you_lead }: SquadRoom): string {
  if (members.length === 1) return 'You’re the only member. When you leave, the squad ends.';
  if (!you_lead) return 'When you leave, we’ll notify the others, and they’ll play on without you.';
  const next = members.find((member) => !member.is_you);
  return `When you leave, ${next?.display_name} becomes captain as the longest-standing member. You can hand over to someone else first.`;
}

type DialogProps = Props & { onClose: () => void };

function Leave({ squad, onClose }: DialogProps) {
  const [reason, setReason] = useState<LeaveReason>('unsaid');
  const { run } = useAction();
  const navigate = useNavigate();
  const leave = () =>
    run(async () => {
      await unwrap(browserApi().api.squads[':id'].leave.$post({ param: { id: squad.id }, json: { reason } }));
      await navigate(paths.squads);
    }, `You left ${squad.name}`);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Leave ${squad.name}?`}
      description={formatLeaving(squad)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Stay
          </Button>
          <Button variant="danger" onClick={() => leave()}>
            Leave
          </Button>
        </>
      }
    >
      <Field label="Your reason" hint="The others will see it. Any reason is fine." group>
        <RadioCards
          name="reason"
          columns={1}
          options={LEAVE_REASONS}
          value={reason}
          onChange={(value) => setReason(value as LeaveReason)}
        />
      </Field>
    </Dialog>
  );
}

function HandOver({ squad, onClose }: DialogProps) {
  const others = squad.members.filter((member) => !member.is_you);
  const [to, setTo] = useState(others[0]?.id ?? '');
  const { run } = useAction();
  const give = async () => {
    const { captain } = browserApi().api.squads[':id'];
    const work = () => captain.$put({ param: { id: squad.id }, json: { user_id: to } });
    if (await run(work, 'The squad has a new captain')) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Hand over the squad"
      description="You’ll stay in it. Only the new captain can rename it, hand it over and end it."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => give()}>Make captain</Button>
        </>
      }
    >
      <Field label="New captain" group>
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
  const { run } = useAction();
  const navigate = useNavigate();
  const end = () =>
    run(async () => {
      await unwrap(browserApi().api.squads[':id'].$delete({ param: { id: squad.id } }));
      await navigate(paths.squads);
    }, `${squad.name} has ended`);
  return (
    <ConfirmDialog
      open
      title={`End ${squad.name} for everyone?`}
      confirmLabel="End squad"
      tone="danger"
      onConfirm={() => end()}
      onCancel={onClose}
    >
      All {squad.members.length} of you will lose this room, and it can’t be reopened. You can still read the messages
      under your squads for {RETENTION_DAYS} days. Your matches stay. If only you want to go, leave instead.
    </ConfirmDialog>
  );
}
