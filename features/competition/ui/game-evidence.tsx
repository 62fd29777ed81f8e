import { useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { fetchWithToken, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../competition.messages.ts';
import type { Game } from '../games/games.schema.ts';

/** A game's screenshots, and a form that adds one. */
export function GameEvidence({ game }: { game: Game }) {
  const t = useTranslator();
  if (game.evidence.length === 0 && !game.can.attach) return null;
  return (
    <Panel as="section" className="stack" aria-labelledby="screenshots">
      <h2 id="screenshots" className="text-lg">
        {t(messages.evidenceTitle)}
      </h2>
      {game.evidence.length === 0 && <p className="text-muted">{t(messages.evidenceEmpty)}</p>}
      {game.evidence.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2" aria-labelledby="screenshots">
          {game.evidence.map((one) => (
            <li key={one.id}>
              <a href={one.url} target="_blank" rel="noreferrer">
                <img
                  src={one.url}
                  alt={t(messages.evidenceAlt, { name: one.by })}
                  className="max-h-80 w-full rounded-control object-contain"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {game.can.attach && <AddScreenshot id={game.id} />}
    </Panel>
  );
}

function AddScreenshot({ id }: { id: string }) {
  const t = useTranslator();
  const { run } = useAction();
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<string>();
  const send = async (form: HTMLFormElement) => {
    if (!file) return setError(t(messages.screenshotMissing));
    setError(undefined);
    const body = new FormData();
    body.set('file', file);
    const upload = () => unwrap(fetchWithToken(endpoints.gameEvidence(id), { method: 'PUT', body })).then(() => true);
    if (!(await run(upload, t(messages.toastScreenshot), setError))) return;
    form.reset();
    setFile(undefined);
  };
  return (
    <Form className="flex flex-wrap items-end gap-3" onSubmit={(event) => send(event.currentTarget)}>
      <Field label={t(messages.addScreenshot)} error={error ?? false} className="min-w-0 flex-1">
        <TextInput
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          onChange={(event) => setFile(event.target.files?.[0])}
        />
      </Field>
      <Button type="submit" variant="secondary">
        {t(messages.sendScreenshot)}
      </Button>
    </Form>
  );
}
