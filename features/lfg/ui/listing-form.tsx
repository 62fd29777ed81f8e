import { type ReactNode, useState } from 'react';
import { translate } from '../../../messages/lazy-text.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { dismissToastsAbout, showToast } from '../../../web/ui/toast-store.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../profiles/game.schema.ts';
import { listOptions, PLATFORM_LABELS, REGION_LABELS } from '../../profiles/game-labels.schema.ts';
import * as messages from '../lfg.messages.ts';
import type { Listing, NewListingInput, Slot } from '../lfg.schema.ts';
import { DEFAULTS, LIMITS } from '../listing-form.schema.ts';
import { collectSlots, findSlotProblem, findUnaddedSlot } from '../listing-slots.rules.ts';
import { SlotEditor } from './slot-editor.tsx';

/** The toast subject for messages about an invalid form. */
export const FORM_INVALID = 'lfg-form';
/** ID of the hours section, for moving the focus there. */
const HOURS = 'listing-hours';

type Fields = Required<Omit<NewListingInput, 'timezone' | 'availability' | 'notes' | 'boost'>>;
/** The form's values while the user is editing. */
export type FormValues = Fields & { availability: Slot[]; slotInFields: Slot | null; notes: string; boost: boolean };

/** The form's initial values. */
export const EMPTY_FORM: FormValues = {
  title: '',
  needed_positions: [],
  modes: [],
  platform: DEFAULTS.platform,
  allows_crossplay: DEFAULTS.allows_crossplay,
  region: DEFAULTS.region,
  availability: [],
  slotInFields: DEFAULTS.slot,
  notes: '',
  boost: false,
};

/** Returns the form values for editing a listing. */
export function toFormValues(listing: Listing): FormValues {
  return {
    title: listing.title,
    needed_positions: listing.needed_positions,
    modes: listing.modes as FormValues['modes'],
    platform: listing.platform as FormValues['platform'],
    allows_crossplay: listing.allows_crossplay,
    region: listing.region as FormValues['region'],
    availability: listing.availability,
    slotInFields: null,
    notes: listing.notes ?? '',
    boost: false,
  };
}

/** Converts the form's values to the request body. */
export function toBody({ slotInFields, ...values }: FormValues) {
  return { ...values, availability: collectSlots({ availability: values.availability, slotInFields }) };
}

type CheckedForm = Pick<FormValues, 'title' | 'needed_positions' | 'modes' | 'availability' | 'slotInFields'>;

/** Finds all problems at once, with the messages from the specification. The server runs the same checks. */
export function findFormProblems(t: Translator, values: CheckedForm): Problem[] {
  const unaddedSlot = findUnaddedSlot(values);
  const slot = unaddedSlot && findSlotProblem(unaddedSlot, values.availability);
  return [
    ...(values.title.trim() === '' ? [{ field: 'title', message: t(messages.titleMissing) }] : []),
    ...(values.needed_positions.length === 0
      ? [{ field: 'needed_positions', message: t(messages.positionsMissing) }]
      : []),
    ...(values.modes.length === 0 ? [{ field: 'modes', message: t(messages.modesMissing) }] : []),
    ...(slot ? [{ field: 'availability', message: translate(t, slot) }] : []),
  ];
}

export type Problem = { message: string; field?: string | undefined };

type Props = {
  values: FormValues;
  onChange: (values: FormValues) => void;
  /** Submits the form and returns the problem, if any. */
  onSubmit: () => Promise<Problem | undefined>;
  submitLabel: string;
  submittingLabel: string;
  /** The player's own availability; one tap fills it in. */
  own?: Slot[] | undefined;
  /** Whether to ask before submitting a listing without hours. */
  asksForHours?: boolean;
  /** Content between the last field and the button. */
  children?: ReactNode;
  cancel?: ReactNode;
};

/** The fields of a listing, for creating and editing. */
export function ListingForm(props: Props) {
  const { values, onChange, onSubmit, submitLabel, submittingLabel, own, asksForHours, children, cancel } = props;
  const t = useTranslator();
  const [isAsking, setAsking] = useState(false);
  const [problems, setProblems] = useState<Problem[]>([]);
  const set = (change: Partial<FormValues>) => {
    // Clear the errors of fields that the user has edited.
    setProblems((now) => now.filter(({ field = '' }) => !(field in change)));
    onChange({ ...values, ...change });
  };
  const getError = (field: string) => problems.find((problem) => problem.field === field)?.message;

  const submit = async () => {
    // Clear earlier errors so they don't show next to this submission's result.
    dismissToastsAbout([FORM_INVALID]);
    const problems = findFormProblems(t, values);
    setProblems(problems);
    if (problems.length > 0) {
      const [first, ...others] = problems.map(({ message }) => message);
      return showToast({
        title: first!,
        ...(others.length > 0 ? { description: others.join('\n') } : {}),
        tone: 'error',
        about: [FORM_INVALID],
      });
    }
    if (asksForHours && collectSlots(values).length === 0) return setAsking(true);
    return send();
  };
  const send = async () => {
    const problem = await onSubmit();
    setProblems(problem ? [problem] : []);
    setAsking(false);
  };
  const addHours = () => {
    setAsking(false);
    set({ slotInFields: DEFAULTS.slot });
    // Wait until the dialog has closed and returned the focus.
    setTimeout(() => document.getElementById(HOURS)?.focus());
  };

  return (
    <Panel className="max-w-3xl">
      <Form onSubmit={submit} className="stack-lg">
        <Field
          label={t(messages.titleLabel)}
          required
          error={getError('title')}
          hint={t(messages.titleHint, { characters: LIMITS.title })}
        >
          <TextInput
            value={values.title}
            maxLength={LIMITS.title}
            onChange={(event) => set({ title: event.target.value })}
            placeholder={t(messages.titlePlaceholder)}
          />
        </Field>
        <Field label={t(messages.neededPositions)} group required error={getError('needed_positions')}>
          <CheckChips
            options={POSITIONS}
            value={values.needed_positions}
            onChange={(next) => set({ needed_positions: next as FormValues['needed_positions'] })}
          />
        </Field>
        <Field label={t(messages.gameModes)} group required error={getError('modes')}>
          <CheckChips
            options={MODES}
            value={values.modes}
            onChange={(next) => set({ modes: next as FormValues['modes'] })}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t(messages.platform)} error={getError('platform')}>
            <Select
              options={listOptions(t, PLATFORM_LABELS, PLATFORMS)}
              value={values.platform}
              onChange={(event) => set({ platform: event.target.value as FormValues['platform'] })}
            />
          </Field>
          <Field label={t(messages.region)} error={getError('region')}>
            <Select
              options={listOptions(t, REGION_LABELS, REGIONS)}
              value={values.region}
              onChange={(event) => set({ region: event.target.value as FormValues['region'] })}
            />
          </Field>
        </div>
        <Field label={t(messages.allowCrossplay)} group>
          <RadioCards
            name="crossplay"
            columns={4}
            options={[
              { value: 'yes', label: t(messages.crossplayYes) },
              { value: 'no', label: t(messages.crossplayNo) },
            ]}
            value={values.allows_crossplay ? 'yes' : 'no'}
            onChange={(value) => set({ allows_crossplay: value === 'yes' })}
          />
        </Field>
        <SlotEditor
          id={HOURS}
          {...(own ? { own } : {})}
          value={values}
          onChange={(change) => set({ availability: values.availability, ...change })}
          error={getError('availability')}
        />
        <Field label={t(messages.notes)} optional error={getError('notes')}>
          <TextArea
            rows={4}
            maxLength={LIMITS.notes}
            value={values.notes}
            onChange={(event) => set({ notes: event.target.value })}
          />
        </Field>
        {children}
        <DialogActions className="cluster">
          <Button type="submit" size="lg" loadingLabel={submittingLabel}>
            {submitLabel}
          </Button>
          {cancel}
        </DialogActions>
      </Form>
      {isAsking && (
        <ConfirmDialog
          open
          title={t(messages.noHoursTitle)}
          confirmLabel={t(messages.postWithoutHours)}
          cancelLabel={t(messages.addHours)}
          onConfirm={send}
          onCancel={addHours}
        >
          {t(messages.noHoursText)}
        </ConfirmDialog>
      )}
    </Panel>
  );
}
