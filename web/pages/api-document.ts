type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  maxLength?: number;
};
type Content = { content?: Record<string, { schema?: Schema }> };
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema };
type Operation = {
  summary?: string;
  'x-who'?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Content & { description: string }>;
};

export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

export type OperationView = {
  method: string;
  path: string;
  summary: string;
  who: string;
  parameters: string[];
  request: Schema | undefined;
  responses: { status: string; description: string; schema: Schema | undefined }[];
};

const MAX_DEPTH = 4;

/** Returns the area of a path: `/api/profiles/{id}` belongs to profiles, `/auth/v1/token` to auth. */
function toArea(path: string): string {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  return first === 'api' ? second.replace('.json', '') : first;
}

function jsonSchema(content: Content | undefined): Schema | undefined {
  return content?.content?.['application/json']?.schema;
}

/** Groups all operations by area, with references resolved. */
export function groupOperationsByArea(document: OpenApiDocument): { name: string; operations: OperationView[] }[] {
  const resolve = (schema: Schema | undefined, depth = 0): Schema | undefined => {
    if (!schema || depth > MAX_DEPTH) return schema;
    if (schema.$ref) return resolve(document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''], depth + 1);
    const expandParts = (list: Schema[] | undefined) => list?.map((part) => resolve(part, depth + 1) ?? {});
    return {
      ...schema,
      ...(schema.items ? { items: resolve(schema.items, depth + 1) } : {}),
      ...(schema.anyOf ? { anyOf: expandParts(schema.anyOf) } : {}),
      ...(schema.oneOf ? { oneOf: expandParts(schema.oneOf) } : {}),
      ...(schema.properties
        ? {
            properties: Object.fromEntries(
              Object.entries(schema.properties).map(([name, property]) => [name, resolve(property, depth + 1) ?? {}]),
            ),
          }
        : {}),
    } as Schema;
  };
  const areas = new Map<string, OperationView[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const area = toArea(path);
      const view: OperationView = {
        method: method.toUpperCase(),
        path,
        summary: operation.summary ?? '',
        who: operation['x-who'] ?? 'visitor',
        parameters: (operation.parameters ?? []).map(
          (parameter) =>
            `${parameter.name} (${parameter.in}${parameter.required ? ', required' : ''}): ${formatTypeName(parameter.schema)}`,
        ),
        request: resolve(jsonSchema(operation.requestBody)),
        responses: Object.entries(operation.responses ?? {})
          .filter(([status]) => status.startsWith('2'))
          .map(([status, response]) => ({
            status,
            description: response.description,
            schema: resolve(jsonSchema(response)),
          })),
      };
      areas.set(area, [...(areas.get(area) ?? []), view]);
    }
  }
  return [...areas].sort(([a], [b]) => a.localeCompare(b)).map(([name, operations]) => ({ name, operations }));
}

function formatTypeName(schema: Schema | undefined): string {
  if (!schema) return 'anything';
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(formatTypeName).join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items) return `list of ${formatTypeName(schema.items)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything');
  const limit = schema.maxLength ? `, at most ${schema.maxLength}` : '';
  return (schema.format ? `${type} (${schema.format})` : type) + limit;
}

/** Formats a schema as indented lines; `?` marks optional properties. */
export function formatSchema(schema: Schema, indent = ''): string[] {
  if (schema.items && !schema.properties) {
    return schema.items.properties
      ? [`${indent}list of`, ...formatSchema(schema.items, `${indent}  `)]
      : [indent + formatTypeName(schema)];
  }
  if (!schema.properties) return [indent + formatTypeName(schema)];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    const nested = property.properties ?? property.items?.properties;
    if (!nested) return [`${indent}${name}${optional}: ${formatTypeName(property)}`];
    const inner = property.properties ? property : (property.items ?? {});
    return [`${indent}${name}${optional}: ${property.items ? 'list of' : ''}`, ...formatSchema(inner, `${indent}  `)];
  });
}
