import type { Message } from '../../../messages/message.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { TagInput } from '../../../web/ui/tag-input.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import { COMPETITIVE_LEVELS, type CompetitiveLevel, MODES, toCanonicalMode } from '../game.schema.ts';
import { LEVEL_LABELS } from '../game-labels.schema.ts';
import * as messages from '../profiles.messages.ts';
import { FillInLater } from './fill-in-later.tsx';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

const LEVEL_HINTS: Record<CompetitiveLevel, Message> = {
  casual: messages.levelCasualHint,
  competitive: messages.levelCompetitiveHint,
  elite: messages.levelEliteHint,
};

export function GameStep(props: StepProps) {
  const t = useTranslator();
  const { draft, change } = props;
  const unusedModes = MODES.filter((mode) => !draft.modes.includes(mode));
  const ask = createQuestionRenderer(props, {
    modes: {
      control: (
        <TagInput
          value={draft.modes}
          suggestions={MODES}
          placeholder={t(messages.modesPlaceholder)}
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
          options={COMPETITIVE_LEVELS.map((level) => ({
            value: level,
            label: t(LEVEL_LABELS[level]),
            hint: t(LEVEL_HINTS[level]),
          }))}
          value={draft.competitive_level}
          onChange={(competitive_level) => change({ competitive_level })}
        />
      ),
    },
  });
  return (
    <div className="stack-lg">
      {ask('modes')}
      {unusedModes.length > 0 && (
        <div className="choices -mt-6">
          {unusedModes.map((mode) => (
            <button
              key={mode}
              type="button"
              className="choice"
              onClick={() => change({ modes: [...draft.modes, mode] })}
            >
              <RichMessage
                message={messages.addMode}
                values={{ mode, spoken: (text) => <VisuallyHidden>{text}</VisuallyHidden> }}
              />
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
