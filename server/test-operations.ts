import type { Surface } from '../features/moderation/access-policy.schema.ts';
import type { App } from './app.ts';
import type { Capability } from './deps.ts';

/** A part of the description of a request, with everything in its place that it refers to. */
export type JsonSchema = {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
};

export type OperationUnderTest = {
  method: string;
  /** With `{placeholders}`. */
  path: string;
  who: Capability | undefined;
  surface: Surface | 'own' | undefined;
  parameters: { in: string; name: string; required?: boolean; schema?: JsonSchema }[];
  hasBody: boolean;
  /** What a body of JSON has to be. */
  body: JsonSchema | undefined;
};

/** Every operation of the API as its own description lists it. */
export async function listOperations(app: App): Promise<OperationUnderTest[]> {
  const document = (await (await app.request('/api/openapi.json')).json()) as {
    paths: Record<
      string,
      Record<
        string,
        {
          'x-who'?: Capability;
          'x-surface'?: Surface | 'own';
          parameters?: OperationUnderTest['parameters'];
          requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
        }
      >
    >;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      who: operation['x-who'],
      surface: operation['x-surface'],
      parameters: operation.parameters ?? [],
      hasBody: operation.requestBody !== undefined,
      body: operation.requestBody?.content?.['application/json']?.schema,
    })),
  );
}

/** The path with every placeholder filled by one value. */
export function fillPath(operation: OperationUnderTest, value: string): string {
  return operation.path.replace(/\{[^}]+\}/g, encodeURIComponent(value));
}
