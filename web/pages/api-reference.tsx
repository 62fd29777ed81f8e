import type { MetaFunction } from 'react-router';
import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import { apiFetchContext } from '../api-client.ts';
import type { PageHandle } from '../page-handle.ts';
import { createPageMeta } from '../page-meta.ts';
import { Badge } from '../ui/badge.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/api-reference.ts';
import { formatSchema, groupOperationsByArea, type OpenApiDocument, type OperationView } from './api-document.ts';

export const handle: PageHandle = { constant: true };

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(apiFetchContext)(endpoints.openApi);
  return groupOperationsByArea((await answer.json()) as OpenApiDocument);
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  createPageMeta(matches, {
    title: 'API reference',
    description: 'Every operation of the Planet Crew API: who may call it, what it takes and what it answers.',
    path: paths.apiReference,
  });

/** The API reference, generated from the same OpenAPI document that programs read. */
export default function ApiReference({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page stack-lg">
      <PageTitle
        title="API reference"
        lead={
          <>
            Generated from the schemas that check every request. Programs read{' '}
            <a href={endpoints.openApi}>the same as OpenAPI 3.1</a>.
          </>
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
  return (
    <Disclosure
      summary={
        <span className="cluster">
          <Badge tone={operation.method === 'GET' ? 'cyan' : 'court'}>{operation.method}</Badge>
          <code className="break-all">{operation.path}</code>
          <span className="text-mist text-sm">{operation.summary}</span>
        </span>
      }
    >
      <div className="stack">
        <p className="text-sm text-mist">For: {operation.who}</p>
        {operation.parameters.length > 0 && <Shape title="Parameters" lines={operation.parameters} />}
        {operation.request && <Shape title="Request" lines={formatSchema(operation.request)} />}
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
      {lines.length > 0 && <pre className="whitespace-pre-wrap break-words text-sm text-mist">{lines.join('\n')}</pre>}
    </div>
  );
}
