import { Outlet } from 'react-router';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useOwnAvatar } from '../../../web/use-own-avatar.ts';
import { LIMITS } from '../game.schema.ts';
import { type Draft, toStored } from '../profile-form.rules.ts';
import * as messages from '../profiles.messages.ts';
import { ContactConfirmations } from './contact-confirmations.tsx';
import { PlayerCard } from './player-card.tsx';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

/** Converts the draft to a directory card. */
const createCard = (t: Translator, draft: Draft, { id, verified }: StepProps['profile'], picture: string | null) => ({
  ...toStored(draft),
  id,
  verified,
  display_name: draft.display_name || t(messages.previewName),
  role: draft.role || '?',
  flex_positions: draft.flex_positions.filter((position) => position !== draft.role),
  platform: draft.platform || t(messages.previewNoPlatform),
  region: draft.region || t(messages.previewNoRegion),
  avatar_path: picture,
});

export function PublishStep(props: StepProps) {
  const t = useTranslator();
  const { draft, change, profile, onStep } = props;
  const face = useOwnAvatar(profile.avatar_path === null);
  const ask = createQuestionRenderer(props, {
    bio: {
      control: (
        <TextArea
          value={draft.bio}
          maxLength={LIMITS.bio}
          rows={6}
          onChange={(event) => change({ bio: event.target.value })}
        />
      ),
    },
  });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="stack">
        {/* Preview of the player's matching, rendered by the nested route. */}
        <Outlet context={onStep} />
        {ask('bio')}
        <ContactConfirmations quiet />
        {!draft.allow_contact && (
          <Notice tone="gold" title={t(messages.contactOffTitle)}>
            {t(messages.contactOffExplanation)}
          </Notice>
        )}
      </div>
      <section aria-labelledby="preview" className="stack">
        <h3 id="preview" className="font-sans text-sm font-semibold">
          {t(messages.cardPreview)}
        </h3>
        <PlayerCard player={createCard(t, draft, profile, profile.avatar_path ?? face ?? null)} isLinked={false} />
      </section>
    </div>
  );
}
