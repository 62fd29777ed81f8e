import { lazy, Suspense } from 'react';
import { useLoaderData } from 'react-router';
import { getHelpFaq } from '../../../content/faqs/help.ts';
import { paths } from '../../../content/paths.ts';
import { getHelpTexts, getSupportCards } from '../../../content/site-pages/help-support-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Section } from '../../../web/ui/section.tsx';
import { ContactForm } from '../../support/ui/contact-form.tsx';
import { toFaqData } from '../ui/faq-data.ts';
import { FaqList } from '../ui/faq-list.tsx';
import { SupportCards } from '../ui/support-cards.tsx';
import '../ui/site.css';

/** Loaded on demand, because visitors have no requests. */
const OwnRequests = lazy(() => import('../../support/ui/own-requests.tsx'));

export function loader() {
  const items = getHelpFaq(readerTranslator);
  return {
    page: { ...getPageMetadata(paths.help), jsonLd: toFaqData(items) },
    texts: getHelpTexts(readerTranslator),
    cards: getSupportCards(readerTranslator),
    items,
  };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function HelpSupport() {
  const { texts, cards, items } = useLoaderData<typeof loader>();
  const { user } = useAuth();
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle
          title={texts.title}
          lead={texts.line}
          breadcrumb={texts.breadcrumb.map(({ label, href }) => ({ label, to: href }))}
        />
        <div className="mb-8 grid items-start gap-6 lg:grid-cols-[minmax(0,45rem)_minmax(0,1fr)]">
          <ContactForm />
          <div className="stack">
            {user && (
              <Suspense>
                <OwnRequests />
              </Suspense>
            )}
            <Notice tone="cyan" icon="voice" title={texts.voiceOnly.title}>
              {texts.voiceOnly.text}
            </Notice>
          </div>
        </div>
        <SupportCards cards={cards} />
        <Section title={texts.faqTitle}>
          <FaqList items={items} name="help-faq" />
          <p className="stack mt-4 items-start gap-1">
            <ButtonLink variant="ghost" icon="help" className="btn-flush text-start" to={texts.moreAnswers.href}>
              {texts.moreAnswers.label}
            </ButtonLink>
            <ButtonLink variant="ghost" icon="book" className="btn-flush text-start" to={paths.apiReference}>
              {texts.forPrograms}
            </ButtonLink>
          </p>
        </Section>
      </div>
    </div>
  );
}
