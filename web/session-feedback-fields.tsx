import { useTranslator } from '../messages/use-translator.tsx';
import { CheckChips } from './ui/check-chips.tsx';
import { Field } from './ui/field.tsx';
import { RadioCards } from './ui/radio-cards.tsx';
import { Select } from './ui/select.tsx';
import type { SessionFeedbackDraft } from './use-session-feedback.ts';
import * as messages from './web.messages.ts';

const RATINGS = ['5', '4', '3', '2', '1'];

/** @param props.name name of the radio group, unique on the page */
export function PlayedQuestion(props: { draft: SessionFeedbackDraft; name: string; question: string; no: string }) {
  const t = useTranslator();
  const { draft, name, question, no } = props;
  return (
    <Field label={question} group required error={draft.problem}>
      <RadioCards
        name={name}
        columns={2}
        value={draft.played}
        onChange={draft.setPlayed}
        options={[
          { value: 'true', label: t(messages.played) },
          { value: 'false', label: no },
        ]}
      />
    </Field>
  );
}

/** Shown only if the user played. */
export function RatingField({ draft, label }: { draft: SessionFeedbackDraft; label: string }) {
  const t = useTranslator();
  if (draft.played !== 'true') return null;
  return (
    <Field label={label} optional hint={t(messages.ratingHint)}>
      <Select
        options={RATINGS.map((rating) => ({ value: rating, label: t(messages.rating, { rating }) }))}
        placeholder={t(messages.noRating)}
        value={draft.rating}
        onChange={(event) => draft.setRating(event.target.value)}
      />
    </Field>
  );
}

/** @param props.hint explains how much a single no-show report counts */
export function NoShowPicker(props: {
  draft: SessionFeedbackDraft;
  others: readonly { id: string; display_name: string }[];
  hint: string | undefined;
}) {
  const t = useTranslator();
  return (
    <Field label={t(messages.noShows)} group optional hint={props.hint}>
      <CheckChips
        value={props.draft.absent}
        onChange={props.draft.setAbsent}
        options={props.others.map((one) => ({ value: one.id, label: one.display_name }))}
      />
    </Field>
  );
}
