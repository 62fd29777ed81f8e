import { useRef } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { LIMITS, POSITIONS } from '../game.schema.ts';
import { POSITION_LABELS } from '../game-labels.schema.ts';
import { getGamertagKind } from '../gamertags.rules.ts';
import * as messages from '../profiles.messages.ts';
import { formatFeetAndInches } from '../profiles.rules.ts';
import { FillInLater } from './fill-in-later.tsx';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

const [SHORTEST, TALLEST] = LIMITS.heightIn;
const HEIGHTS = Array.from({ length: TALLEST - SHORTEST + 1 }, (_, index) => ({
  value: String(SHORTEST + index),
  label: formatFeetAndInches(SHORTEST + index),
}));

const HANDLE = { input: { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } } as const;

export function PositionStep(props: StepProps) {
  const t = useTranslator();
  const { draft, change, errors, whole } = props;
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
    psn: HANDLE,
    xbox: HANDLE,
    discord: { ...HANDLE, hint: t(messages.gamertagHint) },
    height_in: { options: HEIGHTS },
  });
  // Each platform has its own gamertag, so the step asks for it once a platform is chosen.
  const gamertag = draft.platform ? getGamertagKind(draft.platform) : undefined;
  // Other consoles' gamertags stay hidden, unless they're filled in or wrong.
  const wasShown = useRef(new Set<string>());
  for (const kind of ['psn', 'xbox'] as const)
    if (draft[kind] !== '' || errors[kind] !== undefined) wasShown.current.add(kind);
  const otherGamertags = (['psn', 'xbox'] as const).filter((kind) => kind !== gamertag && wasShown.current.has(kind));
  return (
    <div className="stack-lg">
      {ask('role')}
      {ask('flex_positions')}
      <div className="grid items-end gap-6 sm:grid-cols-2">
        {ask('platform')}
        {/* The form for a whole profile asks for the Discord name in its Contact section. */}
        {gamertag && (gamertag !== 'discord' || !whole) && ask(gamertag)}
        {otherGamertags.map(ask)}
        {ask('crossplay')}
      </div>
      <FillInLater {...props} step="position" ask={ask} />
    </div>
  );
}
