import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as messages from '../competition.messages.ts';
import type { KnownClaim } from './game-labels.ts';
import { readNumber } from './lineup-fields.tsx';

type ClaimDraft = ReturnType<typeof useClaim>;

/**
 * The typed result: who won, and the score if the caller knows it.
 * @param known the result to start with, from the caller's side
 */
export function useClaim(known?: KnownClaim) {
  const [outcome, setOutcome] = useState<string>(known?.outcome ?? '');
  const [own, setOwn] = useState(known?.own?.toString() ?? '');
  const [other, setOther] = useState(known?.other?.toString() ?? '');
  const isScored = own.trim() !== '' || other.trim() !== '';
  const complete = () => ({
    outcome: outcome === '' ? null : (outcome as KnownClaim['outcome']),
    // A missing score is sent as one that the server explains.
    score: isScored ? { own: own.trim() ? readNumber(own) : -1, other: other.trim() ? readNumber(other) : -1 } : null,
  });
  return { outcome, setOutcome, own, setOwn, other, setOther, complete };
}

type Props = { claim: ClaimDraft; name: string; error: { message: string; field: string | undefined } | undefined };

/** @param props.name name of the radio group, unique on the page */
export function ClaimFields({ claim, name, error }: Props) {
  const t = useTranslator();
  const isAboutScore = error?.field?.startsWith('score') || error?.field?.startsWith('claim.score');
  return (
    <>
      <Field label={t(messages.outcomeField)} group required error={error && !isAboutScore && error.message}>
        <RadioCards
          name={name}
          columns={4}
          value={claim.outcome}
          onChange={claim.setOutcome}
          options={[
            { value: 'won', label: t(messages.weWon) },
            { value: 'lost', label: t(messages.weLost) },
            { value: 'tied', label: t(messages.weTied) },
          ]}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t(messages.ownScore)} error={isAboutScore && error?.message}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={claim.own}
            onChange={(event) => claim.setOwn(event.target.value)}
          />
        </Field>
        <Field label={t(messages.otherScore)}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={claim.other}
            onChange={(event) => claim.setOther(event.target.value)}
          />
        </Field>
      </div>
    </>
  );
}
