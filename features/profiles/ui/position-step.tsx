import { useTranslator } from '../../../messages/use-translator.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { LIMITS, POSITIONS } from '../game.schema.ts';
import { POSITION_LABELS } from '../game-labels.schema.ts';
import { formatFeetAndInches } from '../profiles.rules.ts';
import { FillInLater } from './fill-in-later.tsx';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

const [SHORTEST, TALLEST] = LIMITS.heightIn;
const HEIGHTS = Array.from({ length: TALLEST - SHORTEST + 1 }, (_, index) => ({
  value: String(SHORTEST + index),
  label: formatFeetAndInches(SHORTEST + index),
}));

export function PositionStep(props: StepProps) {
  const t = useTranslator();
  const { draft, change } = props;
  const ask = createQuestionRenderer(props, {
    role: {
      group: true,
      control: (
        <RadioCards
          name="role"
          columns={4}
          className="[--radio-min:7.5rem]!"
          options={POSITIONS.map((value) => ({ value, label: value, hint: t(POSITION_LABELS[value]) }))}
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
