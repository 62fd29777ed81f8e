import { getChangesAnchor } from '../../../content/legal/changes-anchor.ts';
import type { LegalTab } from '../../../content/schema/page-schema.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { RichText } from '../../../web/rich-text.tsx';
import { Day } from '../../../web/ui/moment.tsx';
import * as messages from '../site.messages.ts';
import { ProseSections } from './prose-sections.tsx';

export function LegalText({ tab }: { tab: LegalTab }) {
  const t = useTranslator();
  const anchor = getChangesAnchor(tab.id);
  return (
    <article className="legal">
      <header className="legal-head" id={tab.id}>
        <h2>{tab.title}</h2>
        <p className="text-sm text-muted">
          <RichMessage
            message={messages.textUpdated}
            values={{ version: tab.version, date: () => <Day of={tab.updated} long /> }}
          />
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
            <li>
              <a href={`#${anchor}`}>{t(messages.listOfChanges)}</a>
            </li>
          </ul>
        </nav>
        <div className="prose">
          <ProseSections sections={tab.sections} heading="h3" />
          <section id={anchor}>
            <h3>{t(messages.listOfChanges)}</h3>
            <dl>
              {tab.changes.map(({ version, date, text }) => (
                <div key={version} className="mb-3">
                  <dt className="font-bold">
                    <RichMessage
                      message={messages.versionOfDay}
                      values={{ version, date: () => <Day of={date} long /> }}
                    />
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </article>
  );
}
