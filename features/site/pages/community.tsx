import { useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getCommunityPage } from '../../../content/site-pages/community-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { TextLink } from '../../../web/rich-text.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Section } from '../../../web/ui/section.tsx';
import '../ui/site.css';

export function loader() {
  return { page: getPageMetadata(paths.community), words: getCommunityPage(readerTranslator) };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

const CARD_STYLES: Record<string, [icon: IconName, tone: string]> = {
  chat: ['voice', 'violet'],
  x: ['post', 'cyan'],
  live: ['stream', 'orange'],
};

export default function Community() {
  const { words } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle title={words.title} lead={words.intro} />
        <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
          {words.cards.map((card) => {
            const [icon, tone] = CARD_STYLES[card.id] ?? ['planet', 'violet'];
            return (
              <li key={card.id} className="panel panel-md card door" data-tone={tone}>
                <span className="orbit" aria-hidden="true">
                  <Icon name={icon} size={28} />
                </span>
                <h2 className="text-xl">{card.title}</h2>
                <p className="text-muted">{card.text}</p>
                <TextLink href={card.action.href} className="card-link door-go">
                  {card.action.label}
                  <Icon name={card.action.href.startsWith('/') ? 'arrow-right' : 'external'} size={16} />
                </TextLink>
              </li>
            );
          })}
        </ul>
        <Section title={words.rules.title}>
          <ol className="rules">
            {words.rules.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ol>
        </Section>
        <Section title={words.featured.title}>
          <EmptyState title={words.featured.soon} icon="planet">
            {words.featured.text}
          </EmptyState>
        </Section>
      </div>
    </div>
  );
}
