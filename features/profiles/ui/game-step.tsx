import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { TagInput } from '../../../web/ui/tag-input.tsx';
import { MODES, toCanonicalMode } from '../game.schema.ts';
import { FillInLater } from './fill-in-later.tsx';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

const LEVELS = [
  { value: 'casual', label: 'Casual', hint: 'Good runs, no pressure.' },
  { value: 'competitive', label: 'Competitive', hint: 'Here to win, still friendly.' },
  { value: 'elite', label: 'Elite', hint: 'Practice, film and leagues.' },
];

export function GameStep(props: StepProps) {
  const { draft, change } = props;
  const unused = MODES.filter((mode) => !draft.modes.includes(mode));
  const ask = createQuestionRenderer(props, {
    modes: {
      control: (
        <TagInput
          value={draft.modes}
          suggestions={MODES}
          placeholder="Rec, Park/City"
          onChange={(modes) => change({ modes: [...new Set(modes.map(toCanonicalMode))] })}
        />
      ),
    },
    competitive_level: {
      group: true,
      control: (
        <RadioCards
          name="competitive_level"
          columns={3}
          options={LEVELS}
          value={draft.competitive_level}
          onChange={(competitive_level) => change({ competitive_level })}
        />
      ),
    },
  });
  return (
    <div className="stack-lg">
      {ask('modes')}
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
      {ask('competitive_level')}
      {ask('overall_rating')}
      <FillInLater {...props} step="game" ask={ask} />
    </div>
  );
}
