import { useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getPressKit } from '../../../content/site-pages/press-kit-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { CopyButton } from '../../../web/ui/copy-button.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Section } from '../../../web/ui/section.tsx';
import * as messages from '../site.messages.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { PressAssets } from '../ui/press-assets.tsx';
import { ProseSections } from '../ui/prose-sections.tsx';
import '../ui/site.css';

export function loader() {
  return { page: getPageMetadata(paths.pressKit), kit: getPressKit(readerTranslator) };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function PressKit() {
  const t = useTranslator();
  const { kit } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page pb-12">
        <PageTitle title={kit.title} lead={kit.intro} />
        <PressAssets assets={kit.assets} logoUse={kit.logoUse} />
        <Section title={t(messages.facts)}>
          <KeyValueList items={kit.facts} columns={2} />
        </Section>
        <Section title={t(messages.boilerplate)}>
          <div className="grid gap-4 lg:grid-cols-[2fr_3fr] lg:gap-6">
            <Quote title={t(messages.shortVersion)} text={kit.boilerplate.short} />
            <Quote title={t(messages.longVersion)} text={kit.boilerplate.long} />
          </div>
        </Section>
        <div className="prose">
          <ProseSections sections={kit.sections} />
        </div>
        <div className="cluster pt-8">
          {kit.actions.map((action) => (
            <ActionLink key={action.href} action={action} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Quote({ title, text }: { title: string; text: string }) {
  return (
    <figure className="panel panel-md flex flex-col gap-4">
      <figcaption className="flex items-center justify-between gap-4 font-semibold">
        {title}
        <CopyButton text={text} />
      </figcaption>
      <blockquote className="text-muted">{text}</blockquote>
    </figure>
  );
}
