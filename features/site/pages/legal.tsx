import { useLoaderData } from 'react-router';
import * as messages from '../../../content/legal/content-legal.messages.ts';
import { getLegalTabs, getLegalTexts } from '../../../content/legal/legal-tabs.ts';
import { paths } from '../../../content/paths.ts';
import { LOCALE_FACTS, SOURCE_LOCALE } from '../../../messages/locales.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { LegalTabs } from '../ui/legal-tabs.tsx';
import '../ui/site.css';

export function loader() {
  return {
    page: getPageMetadata(paths.legal),
    texts: getLegalTexts(readerTranslator),
    tabs: getLegalTabs(readerTranslator),
  };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function Legal() {
  const t = useTranslator();
  const { texts, tabs } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle title={texts.title} lead={texts.line} />
        {t.locale !== SOURCE_LOCALE && (
          <Notice tone="gold" className="mb-8">
            <RichMessage
              message={messages.translated}
              values={{
                link: (children) => (
                  <a href={LOCALE_FACTS[SOURCE_LOCALE].prefix + paths.legal} hrefLang={SOURCE_LOCALE}>
                    {children}
                  </a>
                ),
              }}
            />
          </Notice>
        )}
        <LegalTabs tabs={tabs} />
        <p className="mt-10 text-sm text-muted">{texts.notice}</p>
      </div>
    </div>
  );
}
