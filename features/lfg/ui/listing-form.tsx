import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../profiles/game.schema.ts';
import { type FormValues, formProblem } from '../listing-form.rules.ts';
import { LIMITS } from '../listing-form.schema.ts';
import { SlotEditor } from './slot-editor.tsx';

const CROSSPLAY = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

export type Problem = { message: string; field?: string | undefined };

type Props = {
  values: FormValues;
  onChange: (values: FormValues) => void;
  /** Sends the form; returns what is wrong with it, if anything. */
  onSubmit: () => Promise<Problem | undefined>;
  submitLabel: string;
  submittingLabel: string;
  /** What stands between the last field and the button. */
  children?: ReactNode;
  cancel?: ReactNode;
};

/** The fields of a listing, for creating and for editing. */
export function ListingForm({ values, onChange, onSubmit, submitLabel, submittingLabel, children, cancel }: Props) {
  const [problem, setProblem] = useState<Problem>();
  const [sending, setSending] = useState(false);
  const set = (change: Partial<FormValues>) => onChange({ ...values, ...change });
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = formProblem(values);
    if (missing) toast({ title: missing.message, tone: 'error' });
    setProblem(missing);
    if (missing) return;
    setSending(true);
    setProblem(await onSubmit());
    setSending(false);
  };

  return (
    <Panel className="max-w-3xl">
      <form noValidate onSubmit={(event) => void submit(event)} className="stack-lg">
        <Field label="Title" required error={errorOf('title')} hint={`At most ${LIMITS.title} characters.`}>
          <TextInput
            value={values.title}
            maxLength={LIMITS.title}
            onChange={(event) => set({ title: event.target.value })}
            placeholder="Rec squad needs a lock tonight"
          />
        </Field>
        <Field label="Needed Positions" group required error={errorOf('needed_positions')}>
          <CheckChips
            options={POSITIONS}
            value={values.needed_positions}
            onChange={(next) => set({ needed_positions: next as FormValues['needed_positions'] })}
          />
        </Field>
        <Field label="Game Modes" group required error={errorOf('modes')}>
          <CheckChips
            options={MODES}
            value={values.modes}
            onChange={(next) => set({ modes: next as FormValues['modes'] })}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Platform" error={errorOf('platform')}>
            <Select
              options={PLATFORMS}
              value={values.platform}
              onChange={(event) => set({ platform: event.target.value as FormValues['platform'] })}
            />
          </Field>
          <Field label="Region" error={errorOf('region')}>
            <Select
              options={REGIONS}
              value={values.region}
              onChange={(event) => set({ region: event.target.value as FormValues['region'] })}
            />
          </Field>
        </div>
        <Field label="Allow Crossplay" group>
          <RadioCards
            name="crossplay"
            columns={4}
            options={CROSSPLAY}
            value={values.allows_crossplay ? 'yes' : 'no'}
            onChange={(value) => set({ allows_crossplay: value === 'yes' })}
          />
        </Field>
        <SlotEditor value={values.availability} onChange={(availability) => set({ availability })} />
        <Field label="Notes" optional error={errorOf('notes')}>
          <TextArea
            rows={4}
            maxLength={LIMITS.notes}
            value={values.notes}
            onChange={(event) => set({ notes: event.target.value })}
          />
        </Field>
        {children}
        <div className="cluster">
          <Button type="submit" size="lg" loading={sending} loadingLabel={submittingLabel}>
            {submitLabel}
          </Button>
          {cancel}
        </div>
      </form>
    </Panel>
  );
}
