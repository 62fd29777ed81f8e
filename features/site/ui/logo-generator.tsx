import { useState } from 'react';
import { getLogoGenerator } from '../../../content/umbrella/tools-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, toErrorMessage } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import type { GeneratedLogo } from '../logo-tool.schema.ts';
import * as messages from '../site.messages.ts';
import { saveZip } from './save-zip.ts';

/** Draws logos for all partners. Only admins can, so everyone else sees a disabled button. */
export function LogoGenerator({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslator();
  const texts = getLogoGenerator(t);
  const [logos, setLogos] = useState<GeneratedLogo[]>([]);
  const [busy, setBusy] = useState(false);

  const generate = async () => {
    setBusy(true);
    showToast({ title: texts.started, tone: 'info' });
    const result = await attempt(
      () => browserApi().functions.v1['generate-all-partner-logos'].$post(),
      ({ count }) => texts.succeeded(count),
      (_, error) => showToast({ title: toErrorMessage(error, texts.failed), tone: 'error' }),
    );
    if (result) setLogos(result.logos);
    setBusy(false);
  };

  return (
    <section className="panel panel-md stack mt-6" aria-labelledby="logos">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="stack gap-2">
          <Badge tone="violet" className="self-start">
            {texts.badge}
          </Badge>
          <h2 id="logos" className="text-2xl">
            {texts.title}
          </h2>
          <p className="text-muted">{isAdmin ? texts.text : `${texts.text} ${texts.adminOnly}`}</p>
        </div>
        <div className="cluster">
          <Button onClick={generate} loading={busy} disabled={!isAdmin} variant="secondary" icon="image">
            {texts.generate}
          </Button>
          {logos.length > 0 && (
            <Button onClick={() => saveZip(logos)} icon="download">
              {texts.downloadAll}
            </Button>
          )}
        </div>
      </div>
      {busy && <Progress label={t(messages.drawingLogos)} />}
      {logos.length > 0 && (
        <ul className="marks">
          {logos.map((logo) => (
            <li key={logo.id} className="mark">
              <img src={logo.imageData} alt={t(messages.partnerMark, { name: logo.name })} width={96} height={96} />
              <span>{logo.name}</span>
              <a href={logo.imageData} download={logo.filename} className="btn btn-ghost btn-sm">
                <Icon name="download" size={16} />
                {texts.downloadOne}
                <span className="sr-only"> {logo.name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
