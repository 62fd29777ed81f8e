import type { LegalTab } from '../../../content/schema/page-schema.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { RichText } from '../../../web/rich-text.tsx';
import { Day } from '../../../web/ui/moment.tsx';
import * as messages from '../site.messages.ts';
import { ProseSections } from './prose-sections.tsx';

export function LegalText({ tab }: { tab: LegalTab }) {
  const t = useTranslator();
  return (
    <article className="legal">
      <header className="legal-head" id={tab.id}>
        <h2>{tab.title}</h2>
        <p className="text-sm text-mist">
          <RichMessage message={messages.textUpdated} values={{ date: () => <Day of={tab.updated} long /> }} />
        </p>
        <p className="lead">
          <RichText line={tab.intro} />
        </p>
      </header>
      <div className="legal-grid">
        <nav aria-label={t(messages.sectionsOf, { title: tab.title })} className="legal-index">
          <ul>
            {tab.sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="prose">
          <ProseSections sections={tab.sections} heading="h3" />
        </div>
      </div>
    </article>
  );
}
