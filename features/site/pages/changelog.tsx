import { useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { ChangelogEntry } from '../../../content/schema/page-schema.ts';
import { getChangelogTexts } from '../../../content/site-pages/changelog-content.ts';
import * as messages from '../../../content/site-pages/content-site-pages.messages.ts';
import { changelog } from '../../../content/validation/changelog-file.ts';
import { SOURCE_LOCALE } from '../../../messages/locales.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { RichText } from '../../../web/rich-text.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Day } from '../../../web/ui/moment.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import '../ui/site.css';

export function loader() {
  return { page: getPageMetadata(paths.changelog), texts: getChangelogTexts(readerTranslator), entries: changelog };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

const TONES: Record<ChangelogEntry['changes'][number]['kind'], 'green' | 'cyan' | 'gold'> = {
  Added: 'green',
  Changed: 'cyan',
  Fixed: 'gold',
};

export default function Changelog() {
  const t = useTranslator();
  const isTranslated = t.locale !== SOURCE_LOCALE;
  const lang = isTranslated ? SOURCE_LOCALE : undefined;
  const { texts, entries } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page-narrow pb-12">
        <PageTitle title={texts.title} lead={texts.line} />
        {isTranslated && <p className="mb-8 text-muted">{t(messages.changelogInEnglish)}</p>}
        <ol className="log">
          {entries.map((entry) => (
            <li key={entry.date} className="log-entry">
              <p className="log-date">
                <Day of={entry.date} long />
                {entry.version && <span>{` · ${entry.version}`}</span>}
              </p>
              <h2 className="text-2xl" id={entry.date} lang={lang}>
                {entry.title}
              </h2>
              <p className="lead" lang={lang}>
                {entry.line}
              </p>
              <ul className="log-changes" lang={lang}>
                {entry.changes.map((change) => (
                  <li key={change.text}>
                    <Badge tone={TONES[change.kind]}>{change.kind}</Badge>
                    <span>
                      <RichText line={change.text} />
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
