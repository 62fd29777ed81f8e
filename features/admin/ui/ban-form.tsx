import { type FormEvent, useState } from 'react';
import { english } from '../../../messages/lazy-text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { BAN_SCOPE_LABELS, BAN_SCOPES, type BanScope, LIMITS } from '../../moderation/ban-reasons.schema.ts';
import { formatBanQuestion } from '../ban-texts.wording.ts';
import { runAction, toBanSubject } from './admin-action.ts';

const LENGTHS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'other', label: 'Other…' },
  { value: 'ever', label: 'No end date' },
];
const SCOPES = BAN_SCOPES.map((value) => ({ value, label: english(BAN_SCOPE_LABELS[value]) }));

const isLength = (days: number) => Number.isInteger(days) && days >= 1 && days <= LIMITS.banDays;

/** Form for a ban of any length and scope. The player can read the reason. */
export function BanForm({ userId, name, onBanned }: { userId: string; name: string; onBanned: () => void }) {
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<BanScope>('all');
  const [length, setLength] = useState('30');
  const [days, setDays] = useState('');
  const [problem, setProblem] = useState<{ reason?: string; days?: string }>({});
  const [isConfirming, setConfirming] = useState(false);

  const banDays = length === 'other' ? Number(days) : Number(length);
  const askForConfirmation = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setProblem({ reason: 'Enter a reason. The player will see it.' });
    if (length !== 'ever' && !isLength(banDays))
      return setProblem({ days: `Enter a whole number of days, 1 to ${LIMITS.banDays}.` });
    setProblem({});
    setConfirming(true);
  };
  const ban = async () => {
    const done = await runAction(
      { action: 'ban_user', userId, reason, scope, days: length === 'ever' ? null : banDays },
      onBanned,
      { about: [toBanSubject(userId)] },
    );
    setConfirming(false);
    if (done) setReason('');
  };

  return (
    <Panel as="section" aria-labelledby="ban">
      <Form onSubmit={askForConfirmation} className="stack">
        <h2 id="ban" className="text-lg">
          Ban {name}
        </h2>
        <Field label="Reason" required error={problem.reason}>
          <TextInput maxLength={LIMITS.reason} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="From">
            <Select options={SCOPES} value={scope} onChange={(event) => setScope(event.target.value as BanScope)} />
          </Field>
          <Field label="For">
            <Select options={LENGTHS} value={length} onChange={(event) => setLength(event.target.value)} />
          </Field>
          {length === 'other' && (
            <Field label="Days" required error={problem.days}>
              <TextInput
                type="number"
                min={1}
                max={LIMITS.banDays}
                value={days}
                onChange={(event) => setDays(event.target.value)}
              />
            </Field>
          )}
        </div>
        <Button type="submit" variant="danger" icon="ban" className="self-start">
          Ban User
        </Button>
      </Form>
      <ConfirmDialog
        open={isConfirming}
        tone="danger"
        title={`Ban ${name}?`}
        confirmLabel="Ban"
        onConfirm={ban}
        onCancel={() => setConfirming(false)}
      >
        <p>{formatBanQuestion(name, { scope, days: length === 'ever' ? null : banDays })}</p>
        <p>They'll see the reason “{reason.trim()}” and can appeal.</p>
      </ConfirmDialog>
    </Panel>
  );
}
