import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Json = { [key: string]: unknown };
type Vendor = {
  /** File name of the OpenAPI document in the given folder, and its source. */
  file: string;
  source: string;
  calls: readonly [method: string, path: string][];
  /** Properties that we never send and the sandbox omits or leaves empty, so their contents aren't copied. */
  unused?: readonly string[];
  /** Response shapes whose properties are always present, although the document doesn't say so. */
  complete?: readonly string[];
};

/** The calls we make to each vendor that publishes its shapes. */
const VENDORS: Record<string, Vendor> = {
  'integrations/discord/discord.published.json': {
    file: 'discord.json',
    source: 'github.com/discord/discord-api-spec, specs/openapi.json',
    calls: [
      ['get', '/users/@me'],
      ['get', '/applications/@me'],
      ['post', '/users/@me/channels'],
      ['post', '/channels/{channel_id}/messages'],
    ],
    unused: [
      ...['access_tokens', 'nicks', 'embeds', 'components', 'stickers', 'sticker_items', 'sticker_ids', 'attachments'],
      ...['mentions', 'mention_roles', 'mention_channels', 'call', 'activity', 'application', 'interaction', 'poll'],
      ...['message_reference', 'thread', 'role_subscription_data', 'purchase_notification', 'resolved', 'reactions'],
      ...['shared_client_theme', 'interaction_metadata', 'message_snapshots', 'lobby_member', 'referenced_message'],
      ...['team', 'cover_image', 'custom_install_url', 'tags', 'event_webhooks_types', 'eligible_oauth2_scopes'],
      ...['avatar_decoration_data', 'collectibles', 'primary_guild', 'errors'],
    ],
  },
  'integrations/sms/twilio.published.json': {
    file: 'twilio.json',
    source: 'github.com/twilio/twilio-oai, spec/json/twilio_api_v2010.json',
    calls: [
      ['post', '/2010-04-01/Accounts/{AccountSid}/Messages.json'],
      ['get', '/2010-04-01/Accounts/{AccountSid}/Messages.json'],
      ['get', '/2010-04-01/Accounts/{Sid}.json'],
      ['get', '/2010-04-01/Accounts/{AccountSid}/IncomingPhoneNumbers.json'],
    ],
    complete: ['api.v2010.account.message', 'api.v2010.account'],
  },
  'integrations/twitch/helix.published.json': {
    file: 'twitch.json',
    source: 'dev.twitch.tv/docs/api/reference as read by github.com/DmitryScaletta/twitch-api-swagger, openapi.json',
    calls: [
      ['get', '/users'],
      ['get', '/streams'],
    ],
  },
};

/** Keywords that validate something. All others, such as descriptions, are dropped. */
const KEYWORDS = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'required'],
  ...['minItems', 'maxItems', 'items', 'properties', 'additionalProperties', 'oneOf', 'anyOf', 'allOf'],
]);

/**
 * The parts of a vendor's shapes that we use, converted to JSON Schema 2020-12. The shapes are closed: objects may have
 * only the published properties.
 */
class SchemaExcerpt {
  readonly $defs: Json = {};
  readonly document: Json;
  readonly unused: ReadonlySet<string>;
  readonly complete: ReadonlySet<string>;
  constructor(document: Json, { unused = [], complete = [] }: Vendor) {
    this.document = document;
    this.unused = new Set(unused);
    this.complete = new Set(complete);
  }

  resolveReference(ref: string): Json {
    const steps = ref.slice(2).split('/');
    return steps.reduce((node, step) => node[step.replaceAll('~1', '/')] as Json, this.document);
  }

  resolve(node: Json): Json {
    return typeof node.$ref === 'string' ? this.resolveReference(node.$ref) : node;
  }

  convertSchema(source: Json): Json {
    if (typeof source.$ref === 'string') return this.addDefinition(source.$ref);
    if (Array.isArray(source.allOf)) return this.convertSchema(this.mergeParts(source));
    const entries = Object.entries(source).filter(([key]) => KEYWORDS.has(key));
    const schema: Json = Object.fromEntries(entries.map(([key, value]) => [key, this.convertKeyword(key, value)]));
    if (schema.properties) {
      schema.additionalProperties ??= false;
      const names = Object.keys(schema.properties);
      if (schema.required) schema.required = (schema.required as string[]).filter((name) => names.includes(name));
    }
    return source.nullable === true ? allowNull(schema) : schema;
  }

  addDefinition(ref: string): Json {
    const name = ref.split('/').at(-1)!;
    if (!(name in this.$defs)) {
      this.$defs[name] = {};
      const schema = this.convertSchema(this.resolveReference(ref));
      this.$defs[name] = this.complete.has(name)
        ? { ...schema, required: Object.keys(schema.properties as Json) }
        : schema;
    }
    return { $ref: `#/$defs/${name}` };
  }

  convertKeyword(key: string, value: unknown): unknown {
    if (key === 'properties') return this.convertProperties(value as Record<string, Json>);
    if (key === 'oneOf' || key === 'anyOf') return (value as Json[]).map((one) => this.convertSchema(one));
    const isSchema = key === 'items' || (key === 'additionalProperties' && typeof value === 'object');
    return isSchema ? this.convertSchema(value as Json) : value;
  }

  convertProperties(source: Record<string, Json>): Json {
    const properties = Object.entries(source).flatMap(([name, schema]) => {
      if (!this.unused.has(name)) return [[name, this.convertSchema(schema)]];
      return schema.type === 'array' ? [[name, { type: 'array', maxItems: 0 }]] : [];
    });
    return Object.fromEntries(properties);
  }

  /** Merges the parts of an `allOf`. A schema with its own `enum` doesn't need them. */
  mergeParts({ allOf, ...own }: Json): Json {
    if (own.enum) return own;
    const parts = [...(allOf as Json[]).map((part) => this.resolve(part)), own];
    return {
      ...Object.assign({}, ...parts),
      properties: Object.assign({}, ...parts.map((part) => part.properties)),
      required: parts.flatMap((part) => (part.required as string[] | undefined) ?? []),
    };
  }

  call(method: string, path: string): Json {
    const operation = (this.document.paths as Record<string, Record<string, Json>>)[path]![method]!;
    const parameters = (operation.parameters ?? []) as Json[];
    const query = parameters.filter((one) => one.in === 'query');
    const bodies = (operation.requestBody as Json | undefined)?.content as Record<string, Json> | undefined;
    const [body] = Object.values(bodies ?? {});
    const responses = Object.entries(operation.responses as Record<string, Json>).flatMap(([status, responseNode]) => {
      const content = this.resolve(responseNode).content as Record<string, Json> | undefined;
      const schema = content?.['application/json']?.schema as Json | undefined;
      return schema ? [[status, this.convertSchema(schema)]] : [];
    });
    return {
      query: {
        type: 'object',
        properties: Object.fromEntries(query.map((one) => [one.name, this.convertSchema(one.schema as Json)])),
        required: query.filter((one) => one.required).map((one) => one.name),
        additionalProperties: false,
      },
      ...(body ? { body: this.convertSchema(body.schema as Json) } : {}),
      answers: Object.fromEntries(responses),
    };
  }
}

function allowNull(schema: Json): Json {
  if (schema.$ref || !schema.type) return { anyOf: [schema, { type: 'null' }] };
  const values = schema.enum ? { enum: [...(schema.enum as unknown[]), null] } : {};
  return { ...schema, ...values, type: [schema.type, 'null'] };
}

/**
 * Imports the shapes that vendors publish: `node tools/published-shapes.ts <folder>`, with the documents named in
 * VENDORS in that folder. The sandboxes check every request and response against the excerpts.
 */
const folder = process.argv[2];
if (!folder) throw new Error('Say where the published documents lie: node tools/published-shapes.ts <folder>');
for (const [target, vendor] of Object.entries(VENDORS)) {
  const { file, source, calls } = vendor;
  const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json;
  const excerpt = new SchemaExcerpt(document, vendor);
  const shapes = calls.map(([method, path]) => [`${method.toUpperCase()} ${path}`, excerpt.call(method, path)]);
  const publishedShapes = { source, calls: Object.fromEntries(shapes), $defs: excerpt.$defs };
  writeFileSync(target, `${JSON.stringify(publishedShapes, null, 1)}\n`);
  console.log(`${target}: ${shapes.length} calls, ${Object.keys(excerpt.$defs).length} named shapes`);
}
