import type { ReactNode } from 'react';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { HANDS, LIMITS, PLATFORMS, POSITIONS } from '../game.schema.ts';
import type { FieldOfStep } from '../profile-fields.schema.ts';
import { feetAndInches, POSITION_WORDS } from '../profiles.rules.ts';
import { FillInLater } from './fill-in-later.tsx';
import type { StepProps } from './step-props.ts';

const ROLES = POSITIONS.map((position) => ({ value: position, label: position, hint: POSITION_WORDS[position]! }));
const [SHORTEST, TALLEST] = LIMITS.heightIn;
const HEIGHTS = Array.from({ length: TALLEST - SHORTEST + 1 }, (_, index) => ({
  value: String(SHORTEST + index),
  label: feetAndInches(SHORTEST + index),
}));

const LATER = ['height_in', 'weight_lb', 'hand', 'archetype_primary', 'archetype_secondary'] as const;

export function PositionStep({ draft, errors, change, whole = false }: StepProps) {
  const questions: Record<FieldOfStep<'position'>, ReactNode> = {
    role: (
      <Field id="role" label="Role" group required error={errors.role}>
        <RadioCards
          name="role"
          columns={4}
          className="[--radio-min:7.5rem]!"
          options={ROLES}
          value={draft.role}
          onChange={(role) => change({ role })}
        />
      </Field>
    ),
    flex_positions: (
      <Field
        id="flex_positions"
        label="Flex positions"
        group
        optional
        error={errors.flex_positions}
        hint="Other positions you play. You’ll fit many more squads."
      >
        <CheckChips
          options={POSITIONS.filter((position) => position !== draft.role)}
          value={draft.flex_positions}
          onChange={(flex_positions) => change({ flex_positions })}
        />
      </Field>
    ),
    platform: (
      <Field id="platform" label="Platform" required error={errors.platform}>
        <Select
          value={draft.platform}
          placeholder="Choose a platform"
          options={PLATFORMS}
          onChange={(event) => change({ platform: event.target.value })}
        />
      </Field>
    ),
    crossplay: (
      <Switch
        label="Crossplay"
        hint="Match me with players on other platforms, too."
        checked={draft.crossplay}
        onChange={(crossplay) => change({ crossplay })}
      />
    ),
    height_in: (
      <Field id="height_in" label="Height" optional error={errors.height_in}>
        <Select
          value={draft.height_in}
          placeholder="Choose a height"
          options={HEIGHTS}
          onChange={(event) => change({ height_in: event.target.value })}
        />
      </Field>
    ),
    weight_lb: (
      <Field id="weight_lb" label="Weight in lbs" optional error={errors.weight_lb}>
        <TextInput
          value={draft.weight_lb}
          inputMode="numeric"
          onChange={(event) => change({ weight_lb: event.target.value })}
        />
      </Field>
    ),
    hand: (
      <Field id="hand" label="Hand" optional error={errors.hand}>
        <Select
          value={draft.hand}
          placeholder="Choose a hand"
          options={HANDS}
          onChange={(event) => change({ hand: event.target.value })}
        />
      </Field>
    ),
    archetype_primary: (
      <Field id="archetype_primary" label="Primary archetype" optional error={errors.archetype_primary}>
        <TextInput
          value={draft.archetype_primary}
          maxLength={LIMITS.tag}
          placeholder="Playmaking Shot Creator"
          onChange={(event) => change({ archetype_primary: event.target.value })}
        />
      </Field>
    ),
    archetype_secondary: (
      <Field id="archetype_secondary" label="Secondary archetype" optional error={errors.archetype_secondary}>
        <TextInput
          value={draft.archetype_secondary}
          maxLength={LIMITS.tag}
          placeholder="Perimeter Lockdown"
          onChange={(event) => change({ archetype_secondary: event.target.value })}
        />
      </Field>
    ),
  };
  return (
    <div className="stack-lg">
      {questions.role}
      {questions.flex_positions}
      <div className="grid items-end gap-6 sm:grid-cols-2">
        {questions.platform}
        {questions.crossplay}
      </div>
      <FillInLater draft={draft} errors={errors} whole={whole} fields={LATER}>
        <div className="grid items-start gap-6 sm:grid-cols-3">
          {questions.height_in}
          {questions.weight_lb}
          {questions.hand}
        </div>
        <div className="grid items-start gap-6 sm:grid-cols-2">
          {questions.archetype_primary}
          {questions.archetype_secondary}
        </div>
      </FillInLater>
    </div>
  );
}
