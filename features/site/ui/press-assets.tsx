import type { PressKit } from '../../../content/schema/page-schema.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Section } from '../../../web/ui/section.tsx';
import * as messages from '../site.messages.ts';

/** Logos and images to download, each on the background it's made for, with usage rules. */
export function PressAssets({ assets, logoUse }: Pick<PressKit, 'assets' | 'logoUse'>) {
  const t = useTranslator();
  return (
    <Section title={t(messages.pressAssets)} className="pt-0">
      <ul className="assets">
        {assets.map((asset) => (
          <li key={asset.id} className="panel asset" data-asset={asset.id}>
            <div className="asset-ground">
              <img src={asset.file} alt={asset.alt} width={320} height={180} loading="lazy" />
            </div>
            <div className="asset-words">
              <div>
                <h3>{asset.title}</h3>
                <p className="text-sm text-muted">{asset.size}</p>
              </div>
              <a href={asset.file} download className="btn btn-secondary btn-sm">
                <Icon name="download" size={18} />
                <RichMessage
                  message={messages.download}
                  values={{
                    asset: asset.title,
                    hidden: (children) => <span className="sr-only">{children}</span>,
                  }}
                />
              </a>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-4 md:grid-cols-2 md:gap-6">
        <UseList title={t(messages.logoDos)} tone="green" icon="check" lines={logoUse.do} />
        <UseList title={t(messages.logoDonts)} tone="red" icon="close" lines={logoUse.dont} />
      </div>
    </Section>
  );
}

function UseList(props: { title: string; tone: string; icon: 'check' | 'close'; lines: readonly string[] }) {
  return (
    <div className="panel panel-md" data-tone={props.tone}>
      <h3 className="mb-3">{props.title}</h3>
      <ul className="grid gap-3">
        {props.lines.map((line) => (
          <li key={line} className="flex gap-3">
            <Icon name={props.icon} size={18} className="mt-1 use-mark" />
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
