import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { getReaderZone } from '../../../web/ui/reader-zone.ts';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { dismissToastsAbout, showToast } from '../../../web/ui/toast-store.ts';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import { useDraft } from '../../../web/use-draft.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../profiles/game.schema.ts';
import type { Listing, NewListingInput, OwnLfg, Slot } from '../lfg.schema.ts';
import { DEFAULTS, LIMITS, MESSAGES } from '../listing-form.schema.ts';
import { collectSlots, findSlotProblem, findUnaddedSlot } from '../listing-slots.rules.ts';
import { toastRefusal } from './error-toasts.ts';
import { SlotEditor } from './slot-editor.tsx';

const CROSSPLAY = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const DRAFT = 'draft:listing';
/** The toast subject for messages about an invalid form. */
const FORM_INVALID = 'lfg-form';

type Fields = Required<Omit<NewListingInput, 'timezone' | 'availability' | 'notes' | 'boost'>>;
/** The form's values while the user is editing. */
type FormValues = Fields & { availability: Slot[]; slotInFields: Slot | null; notes: string; boost: boolean };

/** The form's initial values. */
const EMPTY_FORM: FormValues = {
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
export function findFormProblems(values: CheckedForm): Problem[] {
  const unadded = findUnaddedSlot(values);
  const slot = unadded && findSlotProblem(unadded, values.availability);
  return [
    ...(values.title.trim() === '' ? [{ field: 'title', message: MESSAGES.title }] : []),
    ...(values.needed_positions.length === 0 ? [{ field: 'needed_positions', message: MESSAGES.positions }] : []),
    ...(values.modes.length === 0 ? [{ field: 'modes', message: MESSAGES.modes }] : []),
    ...(slot ? [{ field: 'availability', message: slot }] : []),
  ];
}

/** Posts a new listing. The draft survives a page reload. */
export function CreatePanel({ mine }: { mine: OwnLfg | null }) {
  const region = mine?.region ?? DEFAULTS.region;
  const empty = useMemo(() => ({ ...EMPTY_FORM, region }), [region]);
  const [values, setValues] = useDraft<FormValues>(DRAFT, empty);
  const navigate = useNavigate();

  const create = async (): Promise<Problem | undefined> => {
    const timeZone = getReaderZone();
    try {
      await unwrap(browserApi().api.lfg.listings.$post({ json: { ...toBody(values), timezone: timeZone } }));
    } catch (error) {
      const message = toastRefusal('Failed to create listing', error, [FORM_INVALID]);
      return { message, field: error instanceof ApiError ? error.field : undefined };
    }
    showToast({ title: 'Listing created successfully!', tone: 'success' });
    setValues(empty);
    void navigate(paths.lfg);
    return undefined;
  };

  const next = mine?.boost_available_at;
  const terms = mine?.boosts_freely
    ? 'Your plan includes unlimited boosts.'
    : next
      ? `Your next free boost is available on ${formatReaderTime(next, 'day', getReader())}. Premium and Founders get unlimited boosts.`
      : 'Free once every 30 days. Premium and Founders get unlimited boosts.';
  return (
    <ListingForm
      values={values}
      onChange={setValues}
      onSubmit={create}
      submitLabel="Create Listing"
      submittingLabel="Creating…"
    >
      <Checkbox
        label="Featured Boost (7 days)"
        hint={`Your listing will appear at the top. ${terms}`}
        checked={values.boost && !next}
        disabled={Boolean(next)}
        onChange={(event) => setValues({ ...values, boost: event.target.checked })}
      />
    </ListingForm>
  );
}

export type Problem = { message: string; field?: string | undefined };

type Props = {
  values: FormValues;
  onChange: (values: FormValues) => void;
  /** Submits the form and returns the problem, if any. */
  onSubmit: () => Promise<Problem | undefined>;
  submitLabel: string;
  submittingLabel: string;
  /** Content between the last field and the button. */
  children?: ReactNode;
  cancel?: ReactNode;
};

/** The fields of a listing, for creating and editing. */
export function ListingForm({ values, onChange, onSubmit, submitLabel, submittingLabel, children, cancel }: Props) {
  const [problems, setProblems] = useState<Problem[]>([]);
  const set = (change: Partial<FormValues>) => {
    // Clear the errors of fields that the user has edited.
    setProblems((now) => now.filter(({ field = '' }) => !(field in change)));
    onChange({ ...values, ...change });
  };
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.message;

  const submit = async () => {
    // Clear earlier errors so they don't show next to this submission's result.
    dismissToastsAbout([FORM_INVALID]);
    const missing = findFormProblems(values);
    setProblems(missing);
    if (missing.length > 0) {
      const [first, ...others] = missing.map(({ message }) => message);
      return showToast({
        title: first!,
        ...(others.length > 0 ? { description: `${others.join('. ')}.` } : {}),
        tone: 'error',
        about: [FORM_INVALID],
      });
    }
    const problem = await onSubmit();
    setProblems(problem ? [problem] : []);
  };

  return (
    <Panel className="max-w-3xl">
      <Form onSubmit={submit} className="stack-lg">
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
        <SlotEditor
          value={values}
          onChange={(change) => set({ availability: values.availability, ...change })}
          error={errorOf('availability')}
        />
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
          <Button type="submit" size="lg" loadingLabel={submittingLabel}>
            {submitLabel}
          </Button>
          {cancel}
        </div>
      </Form>
    </Panel>
  );
}
