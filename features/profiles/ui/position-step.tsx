import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { LIMITS, POSITIONS } from '../game.schema.ts';
import { formatFeetAndInches, POSITION_LABELS } from '../profiles.rules.ts';
import { FillInLater } from './fill-in-later.tsx';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

const ROLES = POSITIONS.map((position) => ({ value: position, label: position, hint: POSITION_LABELS[position]! }));
const [SHORTEST, TALLEST] = LIMITS.heightIn;
const HEIGHTS = Array.from({ length: TALLEST - SHORTEST + 1 }, (_, index) => ({
  value: String(SHORTEST + index),
  label: formatFeetAndInches(SHORTEST + index),
}));

export function PositionStep(props: StepProps) {
  const { draft, change } = props;
  const ask = createQuestionRenderer(props, {
    role: {
      group: true,
      control: (
        <RadioCards
          name="role"
          columns={4}
          className="[--radio-min:7.5rem]!"
          options={ROLES}
          value={draft.role}
          onChange={(role) => change({ role })}
        />
      ),
    },
    flex_positions: { options: POSITIONS.filter((position) => position !== draft.role) },
    height_in: { options: HEIGHTS },
  });
  return (
    <div className="stack-lg">
      {ask('role')}
      {ask('flex_positions')}
      <div className="grid items-end gap-6 sm:grid-cols-2">
        {ask('platform')}
        {ask('crossplay')}
      </div>
      <FillInLater {...props} step="position" ask={ask} />
    </div>
  );
}
