import type { ReactNode } from 'react';
import { Field } from '../../../web/ui/field.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { TagInput } from '../../../web/ui/tag-input.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { canonicalMode, MODES, PLAYSTYLES } from '../game.schema.ts';
import type { FieldOfStep } from '../profile-fields.schema.ts';
import { FillInLater } from './fill-in-later.tsx';
import type { StepProps } from './step-props.ts';

const LEVELS = [
  { value: 'casual', label: 'Casual', hint: 'Good runs, no pressure.' },
  { value: 'competitive', label: 'Competitive', hint: 'Here to win, still friendly.' },
  { value: 'elite', label: 'Elite', hint: 'Practice, film and leagues.' },
];

const LATER = ['playstyle', 'win_percentage', 'experience_years'] as const;

export function GameStep({ draft, errors, change, whole = false }: StepProps) {
  const unused = MODES.filter((mode) => !draft.modes.includes(mode));
  const questions: Record<FieldOfStep<'game'>, ReactNode> = {
    modes: (
      <Field
        id="modes"
        label="Modes"
        required
        error={errors.modes}
        hint="Separate with commas. Squads need one mode in common."
      >
        <TagInput
          value={draft.modes}
          suggestions={MODES}
          placeholder="Rec, Park/City"
          onChange={(modes) => change({ modes: [...new Set(modes.map(canonicalMode))] })}
        />
      </Field>
    ),
    playstyle: (
      <Field
        id="playstyle"
        label="Playstyle"
        optional
        error={errors.playstyle}
        hint="In your own words, separated by commas."
      >
        <TagInput
          value={draft.playstyle}
          suggestions={PLAYSTYLES}
          placeholder="Pass first, On-ball defense"
          onChange={(playstyle) => change({ playstyle })}
        />
      </Field>
    ),
    competitive_level: (
      <Field id="competitive_level" label="Competitive level" group optional error={errors.competitive_level}>
        <RadioCards
          name="competitive_level"
          columns={3}
          options={LEVELS}
          value={draft.competitive_level}
          onChange={(competitive_level) => change({ competitive_level })}
        />
      </Field>
    ),
    overall_rating: (
      <Field id="overall_rating" label="Overall rating" optional error={errors.overall_rating}>
        <TextInput
          value={draft.overall_rating}
          inputMode="numeric"
          placeholder="85"
          onChange={(event) => change({ overall_rating: event.target.value })}
        />
      </Field>
    ),
    win_percentage: (
      <Field id="win_percentage" label="Win %" optional error={errors.win_percentage}>
        <TextInput
          value={draft.win_percentage}
          inputMode="decimal"
          placeholder="52.5"
          onChange={(event) => change({ win_percentage: event.target.value })}
        />
      </Field>
    ),
    experience_years: (
      <Field id="experience_years" label="Years of experience" optional error={errors.experience_years}>
        <TextInput
          value={draft.experience_years}
          inputMode="numeric"
          placeholder="3"
          onChange={(event) => change({ experience_years: event.target.value })}
        />
      </Field>
    ),
  };
  return (
    <div className="stack-lg">
      {questions.modes}
      {unused.length > 0 && (
        <div className="choices -mt-6">
          {unused.map((mode) => (
            <button
              key={mode}
              type="button"
              className="choice"
              onClick={() => change({ modes: [...draft.modes, mode] })}
            >
              <span className="sr-only">Add </span>
              {mode}
            </button>
          ))}
        </div>
      )}
      {questions.competitive_level}
      {questions.overall_rating}
      <FillInLater draft={draft} errors={errors} whole={whole} fields={LATER}>
        {questions.playstyle}
        <div className="grid items-start gap-6 sm:grid-cols-2">
          {questions.win_percentage}
          {questions.experience_years}
        </div>
      </FillInLater>
    </div>
  );
}
