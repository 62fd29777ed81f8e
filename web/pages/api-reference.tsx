import type { MetaFunction } from 'react-router';
import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../messages/use-translator.tsx';
import { apiFetchContext } from '../api-client.ts';
import type { PageHandle } from '../page-handle.ts';
import { createPageMeta } from '../page-meta.ts';
import { Badge } from '../ui/badge.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Section } from '../ui/section.tsx';
import * as messages from '../web.messages.ts';
import type { Route } from './+types/api-reference.ts';
import { formatSchema, groupOperationsByArea, type OpenApiDocument, type OperationView } from './api-document.ts';

export const handle: PageHandle = { constant: true };

export async function loader({ context }: Route.LoaderArgs) {
  const response = await context.get(apiFetchContext)(endpoints.openApi);
  return groupOperationsByArea((await response.json()) as OpenApiDocument);
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  createPageMeta(matches, {
    title: readerTranslator(messages.apiReferenceMetaTitle),
    description: readerTranslator(messages.apiReferenceMetaDescription),
    path: paths.apiReference,
  });

/** The API reference, generated from the same OpenAPI document that programs read. */
export default function ApiReference({ loaderData }: Route.ComponentProps) {
  const t = useTranslator();
  return (
    <div className="page stack-lg">
      <PageTitle
        title={t(messages.apiReference)}
        lead={
          <RichMessage
            message={messages.apiReferenceLead}
            values={{ link: (children) => <a href={endpoints.openApi}>{children}</a> }}
          />
        }
      />
      {loaderData.map((area) => (
        <Section key={area.name} id={area.name} title={area.name}>
          <div className="stack">
            {area.operations.map((operation) => (
              <OperationFold key={`${operation.method} ${operation.path}`} operation={operation} />
            ))}
          </div>
        </Section>
      ))}
    </div>
  );
}

function OperationFold({ operation }: { operation: OperationView }) {
  const t = useTranslator();
  return (
    <Disclosure
      summary={
        <span className="cluster">
          <Badge tone={operation.method === 'GET' ? 'cyan' : 'orange'}>{operation.method}</Badge>
          <code className="break-all">{operation.path}</code>
          <span className="text-muted text-sm">{operation.summary}</span>
        </span>
      }
    >
      <div className="stack">
        <p className="text-sm text-muted">{t(messages.operationCallers, { who: operation.who })}</p>
        {operation.parameters.length > 0 && (
          <Shape title={t(messages.operationParameters)} lines={operation.parameters} />
        )}
        {operation.request && <Shape title={t(messages.operationRequest)} lines={formatSchema(operation.request)} />}
        {operation.responses.map((response) => (
          <Shape
            key={response.status}
            title={`${response.status}: ${response.description}`}
            lines={response.schema ? formatSchema(response.schema) : []}
          />
        ))}
      </div>
    </Disclosure>
  );
}

function Shape({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div>
      <h3 className="text-base">{title}</h3>
      {lines.length > 0 && <pre className="whitespace-pre-wrap break-words text-sm text-muted">{lines.join('\n')}</pre>}
    </div>
  );
}
