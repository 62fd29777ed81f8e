import type { Surface } from '../features/moderation/standing.schema.ts';
import type { App } from './app.ts';
import type { Capability } from './deps.ts';

export type Described = {
  method: string;
  /** With `{placeholders}`. */
  path: string;
  who: Capability | undefined;
  surface: Surface | 'own' | undefined;
  parameters: { in: string; name: string; schema?: unknown }[];
  hasBody: boolean;
};

/** Every operation of the API as its own description lists it. */
export async function describedOperations(app: App): Promise<Described[]> {
  const document = (await (await app.request('/api/openapi.json')).json()) as {
    paths: Record<
      string,
      Record<
        string,
        {
          'x-who'?: Capability;
          'x-surface'?: Surface | 'own';
          parameters?: Described['parameters'];
          requestBody?: object;
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
    })),
  );
}

/** The path with every placeholder filled by one value. */
export function filledPath(operation: Described, value: string): string {
  return operation.path.replace(/\{[^}]+\}/g, encodeURIComponent(value));
}
