import type { LegalTab } from '../../../content/schema/page-schema.ts';
import { RichText } from '../../../web/rich-text.tsx';
import { Day } from '../../../web/ui/moment.tsx';
import { ProseSections } from './prose-sections.tsx';

export function LegalText({ tab }: { tab: LegalTab }) {
  return (
    <article className="legal">
      <header className="legal-head" id={tab.id}>
        <h2>{tab.title}</h2>
        <p className="text-sm text-mist">
          Updated <Day of={tab.updated} long />
        </p>
        <p className="lead">
          <RichText line={tab.intro} />
        </p>
      </header>
      <div className="legal-grid">
        <nav aria-label={`Sections of the ${tab.title}`} className="legal-index">
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
