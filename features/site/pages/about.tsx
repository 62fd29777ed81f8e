import { useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getAboutPage } from '../../../content/site-pages/about-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { ActionLink } from '../ui/action-link.tsx';
import { ProseSections } from '../ui/prose-sections.tsx';
import '../ui/site.css';

export function loader() {
  return { page: getPageMetadata(paths.about), words: getAboutPage(readerTranslator) };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function About() {
  const { words } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle title={words.title} lead={words.intro} />
        <div className="about">
          <div>
            <div className="prose">
              <ProseSections sections={words.sections} />
            </div>
            <div className="cluster gap-3 pt-8">
              {words.actions.map((action, index) => (
                <ActionLink key={action.href} action={action} variant={index === 0 ? 'primary' : 'secondary'} />
              ))}
            </div>
          </div>
          <ul className="about-pictures" aria-hidden="true">
            {[1, 2, 3, 4].map((number) => (
              <li key={number}>
                <img src={`/art/story-${number}.svg`} alt="" width={420} height={280} loading="lazy" />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}
