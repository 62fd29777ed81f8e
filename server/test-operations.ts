import type { Surface } from '../features/moderation/access-policy.schema.ts';
import type { App } from './app.ts';
import type { Capability } from './deps.ts';

/** A part of the request schema with all references resolved. */
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
  /** The schema of a JSON body. */
  body: JsonSchema | undefined;
};

/** Lists every API operation from the API's OpenAPI document. */
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

/** Fills every placeholder of the path with one value. */
export function fillPath(operation: OperationUnderTest, value: string): string {
  return operation.path.replace(/\{[^}]+\}/g, encodeURIComponent(value));
}
