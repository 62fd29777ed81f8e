import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { LivePlayer } from '../live-now/live-now.schema.ts';
import * as messages from '../squads.messages.ts';

type Props = { squadId: string; kind: LivePlayer['gamertag_kind'] };

/** Asks for the gamertag that the reader's squad needs to invite them, and saves it to their profile. */
export function OwnGamertag({ squadId, kind }: Props) {
  const t = useTranslator();
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run } = useAction();
  const { $put: put } = browserApi().api.squads[':id'].gamertag;
  const save = () => {
    setProblem(undefined);
    return run(
      () => put({ param: { id: squadId }, json: { kind, value } }),
      t(messages.gamertagSavedToast),
      setProblem,
    );
  };
  return (
    <Form className="notice flex-wrap" data-tone="gold" onSubmit={save}>
      <Field label={t(messages.addGamertag, { kind })} error={problem} className="min-w-0 flex-1 basis-56">
        <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <TextInput
            value={value}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setValue(event.target.value)}
          />
          <Button type="submit" variant="secondary">
            {t(messages.saveGamertag)}
          </Button>
        </span>
      </Field>
    </Form>
  );
}
