import type { Block, Section } from '../../../content/schema/whitepaper-schema.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { RichText } from '../../../web/rich-text.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import * as messages from '../site.messages.ts';
import { Figure, type Figures } from './paper-figure.tsx';
import { StatusBadge } from './status-badge.tsx';

export function PaperSection({ section, figures }: { section: Section; figures: Figures }) {
  return (
    <section id={section.id} className="paper-section" aria-labelledby={`${section.id}-title`}>
      <p className="paper-number" aria-hidden="true">
        {String(section.number).padStart(2, '0')}
      </p>
      <h2 id={`${section.id}-title`}>{section.title}</h2>
      <p className="lead">{section.summary}</p>
      {section.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a printed section never move
        <PaperBlock key={index} block={block} figures={figures} />
      ))}
    </section>
  );
}

function PaperBlock({ block, figures }: { block: Block; figures: Figures }) {
  const t = useTranslator();
  switch (block.kind) {
    case 'heading':
      return <h3 className="paper-heading">{block.text}</h3>;
    case 'text':
      return (
        <div className="prose">
          <p>
            <RichText line={block.text} />
          </p>
        </div>
      );
    case 'list':
    case 'steps': {
      const List = block.kind === 'list' ? 'ul' : 'ol';
      return (
        <div className="prose">
          <List>
            {block.items.map((item) => (
              <li key={item}>
                <RichText line={item} />
              </li>
            ))}
          </List>
        </div>
      );
    }
    case 'note':
      return (
        <div className="notice prose-links" data-tone="gold">
          <p>
            <RichText line={block.text} />
          </p>
        </div>
      );
    case 'table':
      return (
        <DataTable
          caption={block.caption}
          columns={block.columns.map((header, column) => ({
            key: header,
            header,
            cell: (row: readonly string[]) => row[column],
            ...(column === 0 ? { primary: true } : {}),
          }))}
          rows={block.rows}
          rowKey={(row) => row[0] ?? ''}
        />
      );
    case 'statuses':
      return (
        <ul className="statuses">
          {block.items.map((item) => (
            <li key={item.name}>
              <StatusBadge status={item.status} />
              <div>
                <p className="font-semibold">{item.name}</p>
                <p className="text-muted">
                  <RichText line={item.text} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      );
    case 'figure':
      return <Figure name={block.figure} caption={block.caption} figures={figures} />;
    case 'references':
      return (
        <ol className="references">
          {block.items.map((item) => (
            <li key={item.title}>
              {item.url ? (
                <a href={item.url} target="_blank" rel="noopener noreferrer">
                  {item.title}
                  <span className="sr-only"> {t(messages.opensInNewTab)}</span>
                </a>
              ) : (
                <span className="font-semibold">{item.title}</span>
              )}
              <p className="text-muted">{item.why}</p>
            </li>
          ))}
        </ol>
      );
  }
}
