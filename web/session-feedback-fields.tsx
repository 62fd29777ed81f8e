import { CheckChips } from './ui/check-chips.tsx';
import { Field } from './ui/field.tsx';
import { RadioCards } from './ui/radio-cards.tsx';
import { Select } from './ui/select.tsx';
import type { SessionFeedbackDraft } from './use-session-feedback.ts';

const RATING_OPTIONS = [
  { value: '5', label: '5: run it back' },
  { value: '4', label: '4: good' },
  { value: '3', label: '3: fine' },
  { value: '2', label: '2: not great' },
  { value: '1', label: '1: never again' },
];

/** @param name name of the radio group, unique on the page */
export function PlayedQuestion(props: { draft: SessionFeedbackDraft; name: string; question: string; no: string }) {
  const { draft, name, question, no } = props;
  return (
    <Field label={question} group required error={draft.problem}>
      <RadioCards
        name={name}
        columns={2}
        value={draft.played}
        onChange={draft.setPlayed}
        options={[
          { value: 'true', label: 'Yes, we played' },
          { value: 'false', label: no },
        ]}
      />
    </Field>
  );
}

/** Shown only if the user played. */
export function RatingField({ draft, label }: { draft: SessionFeedbackDraft; label: string }) {
  if (draft.played !== 'true') return null;
  return (
    <Field label={label} optional hint="No one sees who gave which rating.">
      <Select
        options={RATING_OPTIONS}
        placeholder="No rating"
        value={draft.rating}
        onChange={(event) => draft.setRating(event.target.value)}
      />
    </Field>
  );
}

/** @param hint explains how much a single no-show report counts */
export function NoShowPicker(props: {
  draft: SessionFeedbackDraft;
  others: readonly { id: string; display_name: string }[];
  hint: string | undefined;
}) {
  return (
    <Field label="Who didn’t show up?" group optional hint={props.hint}>
      <CheckChips
        value={props.draft.absent}
        onChange={props.draft.setAbsent}
        options={props.others.map((one) => ({ value: one.id, label: one.display_name }))}
      />
    </Field>
  );
}
