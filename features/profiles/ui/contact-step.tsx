import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { CONTACTS, type Contact, HANDLE_LABELS } from '../game.schema.ts';
import { CONTACT_LABELS, listOptions } from '../game-labels.schema.ts';
import * as messages from '../profiles.messages.ts';
import { createQuestionRenderer } from './profile-questions.tsx';
import type { StepProps } from './step-props.ts';

const HANDLE_OPTIONS = Object.entries(HANDLE_LABELS).map(([value, label]) => ({ value, label }));

/**
 * Hints for each choice. The notification settings contain the actual rules, which users can change per notification
 * type.
 */
const REACH_HINTS: Record<Contact, Message> = {
  email: messages.reachByEmailHint,
  phone: messages.reachByPhoneHint,
  discord: messages.reachByDiscordHint,
};

const NO_AUTO_CAPITALS = { input: { autoCapitalize: 'none' } };

export function ContactStep(props: StepProps) {
  const t = useTranslator();
  const reachHint: Message | undefined = REACH_HINTS[props.draft.preferred_contact as Contact];
  const ask = createQuestionRenderer(props, {
    discord: NO_AUTO_CAPITALS,
    twitter: NO_AUTO_CAPITALS,
    public_handles: { options: HANDLE_OPTIONS },
    phone: { input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } },
    preferred_contact: { options: listOptions(t, CONTACT_LABELS, CONTACTS), hint: reachHint && t(reachHint) },
  });
  return (
    <div className="stack-lg">
      {ask('mic')}
      <div className="field-pairs">
        {ask('discord')}
        {ask('twitter')}
      </div>
      {ask('public_handles')}
      <div className="field-pairs">
        {ask('phone')}
        {ask('preferred_contact')}
      </div>
      <div className="stack">
        {ask('allow_contact')}
        {ask('consent_comms')}
      </div>
    </div>
  );
}
