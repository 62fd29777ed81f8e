import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Directive, parseSync, type Statement, type TSType } from 'oxc-parser';

const HOME = resolve(import.meta.dirname, '../node_modules/stripe');
const RESOURCES = `${HOME}/esm/resources`;
const OUTPUT_FILE = resolve(import.meta.dirname, '../integrations/stripe/stripe.published.json');

/** The API calls we make, each with its resource's file and the type of its parameters. */
const CALLS = {
  'POST /customers': ['Customers', 'CustomerCreateParams'],
  'GET /customers': ['Customers', 'CustomerListParams'],
  'DELETE /customers/:id': ['Customers', 'CustomerDeleteParams'],
  'POST /checkout/sessions': ['Checkout/Sessions', 'Checkout.SessionCreateParams'],
  'GET /checkout/sessions': ['Checkout/Sessions', 'Checkout.SessionListParams'],
  'GET /checkout/sessions/:id': ['Checkout/Sessions', 'Checkout.SessionRetrieveParams'],
  'POST /checkout/sessions/:id/expire': ['Checkout/Sessions', 'Checkout.SessionExpireParams'],
  'GET /payment_intents/:id': ['PaymentIntents', 'PaymentIntentRetrieveParams'],
  'GET /charges': ['Charges', 'ChargeListParams'],
  'GET /charges/:id': ['Charges', 'ChargeRetrieveParams'],
  'GET /disputes': ['Disputes', 'DisputeListParams'],
  'GET /disputes/:id': ['Disputes', 'DisputeRetrieveParams'],
  'GET /balance': ['Balance', 'BalanceRetrieveParams'],
  'GET /balance_transactions': ['BalanceTransactions', 'BalanceTransactionListParams'],
  'POST /refunds': ['Refunds', 'RefundCreateParams'],
  'GET /refunds': ['Refunds', 'RefundListParams'],
  'GET /refunds/:id': ['Refunds', 'RefundRetrieveParams'],
  'POST /transfers': ['Transfers', 'TransferCreateParams'],
  'GET /transfers': ['Transfers', 'TransferListParams'],
  'GET /transfers/:id': ['Transfers', 'TransferRetrieveParams'],
  'GET /transfers/:id/reversals': ['Transfers', 'TransferListReversalsParams'],
  'GET /payouts': ['Payouts', 'PayoutListParams'],
  'POST /accounts': ['Accounts', 'AccountCreateParams'],
  'GET /accounts': ['Accounts', 'AccountListParams'],
  'GET /accounts/:id': ['Accounts', 'AccountRetrieveParams'],
  'DELETE /accounts/:id': ['Accounts', 'AccountDeleteParams'],
  'POST /account_links': ['AccountLinks', 'AccountLinkCreateParams'],
  'POST /products': ['Products', 'ProductCreateParams'],
  'POST /prices': ['Prices', 'PriceCreateParams'],
  'GET /prices': ['Prices', 'PriceListParams'],
  'GET /billing_portal/configurations': ['BillingPortal/Configurations', 'BillingPortal.ConfigurationListParams'],
  'POST /billing_portal/configurations': ['BillingPortal/Configurations', 'BillingPortal.ConfigurationCreateParams'],
  'POST /billing_portal/sessions': ['BillingPortal/Sessions', 'BillingPortal.SessionCreateParams'],
  'GET /subscriptions': ['Subscriptions', 'SubscriptionListParams'],
  'GET /subscriptions/:id': ['Subscriptions', 'SubscriptionRetrieveParams'],
  'DELETE /subscriptions/:id': ['Subscriptions', 'SubscriptionCancelParams'],
  'GET /subscription_schedules/:id': ['SubscriptionSchedules', 'SubscriptionScheduleRetrieveParams'],
  'GET /invoices': ['Invoices', 'InvoiceListParams'],
  'GET /invoices/:id': ['Invoices', 'InvoiceRetrieveParams'],
  'GET /invoice_payments': ['InvoicePayments', 'InvoicePaymentListParams'],
  'GET /events': ['Events', 'EventListParams'],
  'GET /account': ['Accounts', 'AccountRetrieveCurrentParams'],
  'GET /tax/settings': ['Tax/Settings', 'Tax.SettingsRetrieveParams'],
  'GET /webhook_endpoints': ['WebhookEndpoints', 'WebhookEndpointListParams'],
  'POST /webhook_endpoints': ['WebhookEndpoints', 'WebhookEndpointCreateParams'],
  'POST /webhook_endpoints/:id': ['WebhookEndpoints', 'WebhookEndpointUpdateParams'],
  'POST /payment_intents': ['PaymentIntents', 'PaymentIntentCreateParams'],
  'POST /transfers/:id/reversals': ['Transfers', 'TransferCreateReversalParams'],
} as const satisfies Record<string, readonly [string, string]>;

/** Objects in responses and events, keyed by their `object` field. */
const OBJECTS = {
  customer: ['Customers', 'Customer'],
  'checkout.session': ['Checkout/Sessions', 'Session'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  charge: ['Charges', 'Charge'],
  'charge.card': ['Charges', 'Charge.PaymentMethodDetails.Card'],
  balance: ['Balance', 'Balance'],
  balance_transaction: ['BalanceTransactions', 'BalanceTransaction'],
  refund: ['Refunds', 'Refund'],
  transfer: ['Transfers', 'Transfer'],
  account: ['Accounts', 'Account'],
  'account.settings': ['Accounts', 'Account.Settings'],
  account_link: ['AccountLinks', 'AccountLink'],
  payout: ['Payouts', 'Payout'],
  webhook_endpoint: ['WebhookEndpoints', 'WebhookEndpoint'],
  'tax.settings': ['Tax/Settings', 'Settings'],
  product: ['Products', 'Product'],
  price: ['Prices', 'Price'],
  'billing_portal.configuration': ['BillingPortal/Configurations', 'Configuration'],
  'billing_portal.session': ['BillingPortal/Sessions', 'Session'],
  subscription: ['Subscriptions', 'Subscription'],
  subscription_schedule: ['SubscriptionSchedules', 'SubscriptionSchedule'],
  invoice: ['Invoices', 'Invoice'],
  invoice_payment: ['InvoicePayments', 'InvoicePayment'],
  dispute: ['Disputes', 'Dispute'],
  'dispute.evidence': ['Disputes', 'Dispute.Evidence'],
  subscription_item: ['SubscriptionItems', 'SubscriptionItem'],
  plan: ['Plans', 'Plan'],
  line_item: ['InvoiceLineItems', 'InvoiceLineItem'],
  transfer_reversal: ['TransferReversals', 'TransferReversal'],
  event: ['Events', 'EventBase'],
  deleted_customer: ['Customers', 'DeletedCustomer'],
  deleted_account: ['Accounts', 'DeletedAccount'],
} as const satisfies Record<string, readonly [string, string]>;

type Schema = Record<string, unknown>;
type Declared = {
  node: Extract<Statement, { type: 'TSInterfaceDeclaration' | 'TSTypeAliasDeclaration' }>;
  file: string;
};
type File = { declared: Map<string, Declared>; imported: Map<string, { file: string; name: string }> };
type Place = { file: string; scope: string[] };

const files = new Map<string, File>();

function parseFile(path: string): File {
  const cachedFile = files.get(path);
  if (cachedFile) return cachedFile;
  const file: File = { declared: new Map(), imported: new Map() };
  files.set(path, file);
  walk(parseSync(path, readFileSync(path, 'utf8')).program.body, [], path, file);
  return file;
}

function walk(body: readonly (Statement | Directive)[], scope: string[], path: string, file: File): void {
  for (const outer of body) {
    if (outer.type === 'ImportDeclaration') {
      for (const one of outer.specifiers) {
        const from = resolve(dirname(path), outer.source.value.replace(/\.js$/, '.d.ts'));
        const isNamedImport = one.type === 'ImportSpecifier' && one.imported.type === 'Identifier';
        file.imported.set(one.local.name, {
          file: from,
          name: isNamedImport ? (one.imported as { name: string }).name : '',
        });
      }
    }
    const node = outer.type === 'ExportNamedDeclaration' && outer.declaration ? outer.declaration : outer;
    if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
      file.declared.set([...scope, node.id.name].join('.'), { node, file: path });
    }
    if (node.type === 'TSModuleDeclaration' && node.id.type === 'Identifier' && node.body?.type === 'TSModuleBlock') {
      walk(node.body.body, [...scope, node.id.name], path, file);
    }
  }
}

type Entity = { type: string; name?: string; left?: Entity; right?: { name: string } };
const toDottedName = (entity: Entity): string =>
  entity.left && entity.right ? `${toDottedName(entity.left)}.${entity.right.name}` : (entity.name ?? '');

/** Resolves a name at a place: in the innermost scope that declares it, or else in the file's imports. */
function lookUp(name: string, { file, scope }: Place): { name: string; file: string } | undefined {
  const { declared, imported } = parseFile(file);
  for (let depth = scope.length; depth >= 0; depth--) {
    const full = [...scope.slice(0, depth), name].join('.');
    if (declared.has(full)) return { name: full, file };
  }
  const [first, ...rest] = name.split('.');
  const from = imported.get(first!);
  return from && lookUp([from.name, ...rest].filter(Boolean).join('.'), { file: from.file, scope: [] });
}

const defs: Record<string, Schema> = {};
const NEVER: Schema = { not: {} };
const ROOTS = new Set(Object.values(OBJECTS).map(([file, name]) => `${RESOURCES}/${file}.d.ts#${name}`));

/** Returns a reference to a declared type, whose schema is defined only once. */
function createReference(found: { name: string; file: string }): Schema {
  const key = `${found.file.slice(RESOURCES.length + 1, -'.d.ts'.length)}.${found.name}`;
  const { node } = parseFile(found.file).declared.get(found.name)!;
  // Exclude objects of kinds we don't use, which never appear in a response.
  if (!found.name.includes('.') && isSelfReference(node) && !ROOTS.has(`${found.file}#${found.name}`)) return NEVER;
  const place = { file: found.file, scope: found.name.split('.').slice(0, -1) };
  // Inline plain enums, because that's shorter than a reference.
  if (node.type === 'TSTypeAliasDeclaration') return convert(node.typeAnnotation, place);
  if (!(key in defs)) {
    defs[key] = {};
    defs[key] = toShape(node, place);
  }
  return { $ref: `#/$defs/${key.replaceAll('/', '~1')}` };
}

type Interface = Extract<Statement, { type: 'TSInterfaceDeclaration' }>;

function toShape(node: Interface, place: Place): Schema {
  const properties: Record<string, Schema> = {};
  let required: string[] = [];
  let others: Schema | false = false;
  for (const { expression } of node.extends) {
    const found = lookUp(toDottedName(expression as Entity), place);
    const parent = found && parseFile(found.file).declared.get(found.name)?.node;
    if (!found || parent?.type !== 'TSInterfaceDeclaration') throw new Error(`what does ${node.id.name} extend?`);
    const parentShape = toShape(parent, { file: found.file, scope: found.name.split('.').slice(0, -1) });
    Object.assign(properties, parentShape.properties);
    required = [...((parentShape.required as string[]) ?? [])];
  }
  for (const member of node.body.body) {
    if (member.type === 'TSIndexSignature') others = convert(member.typeAnnotation.typeAnnotation, place);
    if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) continue;
    // Skip `deleted?: void`, which means the property never exists.
    if (member.typeAnnotation.typeAnnotation.type === 'TSVoidKeyword') continue;
    const name = member.key.type === 'Literal' ? String(member.key.value) : (member.key as { name: string }).name;
    properties[name] = convert(member.typeAnnotation.typeAnnotation, place);
    required = required.filter((one) => one !== name);
    if (!member.optional) required.push(name);
  }
  // The object in an event is declared without properties.
  if (place.file.endsWith('/Events.d.ts') && place.scope.join('.') === 'Event.Data') return { type: 'object' };
  return {
    type: 'object',
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required: required.sort() } : {}),
    additionalProperties: others,
  };
}

function convert(type: TSType, place: Place): Schema {
  switch (type.type) {
    case 'TSStringKeyword':
      return { type: 'string' };
    case 'TSNumberKeyword':
      return { type: 'number' };
    case 'TSBooleanKeyword':
      return { type: 'boolean' };
    case 'TSNullKeyword':
      return { type: 'null' };
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
      return {};
    case 'TSLiteralType':
      return { enum: [(type.literal as { value: unknown }).value] };
    case 'TSArrayType':
      return { type: 'array', items: convert(type.elementType, place) };
    case 'TSUnionType':
      return toUnion(type.types.map((one) => [one, place] as const));
    case 'TSTypeReference':
      return resolveReference(type, place);
    case 'TSTypeLiteral':
      return { type: 'object' };
    default:
      throw new Error(`no schema for ${type.type}`);
  }
}

function resolveReference(type: Extract<TSType, { type: 'TSTypeReference' }>, place: Place): Schema {
  const name = toDottedName(type.typeName as Entity);
  const getInner = () => type.typeArguments!.params[0]!;
  if (name === 'Array') return { type: 'array', items: convert(getInner(), place) };
  if (name === 'Emptyable') return mergeParts([{ enum: [''] }, convert(getInner(), place)]);
  if (name === 'OtherString' || name === 'Decimal' || name === '_Decimal') return { type: 'string' };
  if (name === 'Record')
    return { type: 'object', additionalProperties: convert(type.typeArguments!.params[1]!, place) };
  if (name === 'ApiList') {
    const properties = {
      object: { enum: ['list'] },
      data: { type: 'array', items: convert(getInner(), place) },
      has_more: { type: 'boolean' },
      url: { type: 'string' },
    };
    return { type: 'object', properties, required: Object.keys(properties).sort(), additionalProperties: false };
  }
  const found = lookUp(name, place);
  if (!found) throw new Error(`${name} is not declared in ${place.file}`);
  return createReference(found);
}

type Member = readonly [TSType, Place];

/** Returns whether a type is one of the vendor's objects, which have an `object` field. */
function isSelfReference(node: Declared['node']): boolean {
  if (node.type !== 'TSInterfaceDeclaration') return false;
  return node.body.body.some(
    (member) => member.type === 'TSPropertySignature' && (member.key as { name?: string }).name === 'object',
  );
}

/** Lists the members of a union, including those of unions it refers to. */
function listMembers([type, place]: Member): Member[] {
  if (type.type === 'TSUnionType') return type.types.flatMap((one) => listMembers([one, place]));
  const found = type.type === 'TSTypeReference' ? lookUp(toDottedName(type.typeName as Entity), place) : undefined;
  const node = found && parseFile(found.file).declared.get(found.name)?.node;
  // Don't expand generics, or the vendor's type for values of later versions, which is an intersection.
  if (
    !found ||
    node?.type !== 'TSTypeAliasDeclaration' ||
    node.typeAnnotation.type !== 'TSUnionType' ||
    node.typeParameters
  ) {
    return [[type, place]];
  }
  return listMembers([node.typeAnnotation, { file: found.file, scope: found.name.split('.').slice(0, -1) }]);
}

/** Converts a union to a closed set of values, without the placeholder for values of later API versions. */
function toUnion(members: Member[]): Schema {
  const all = members.flatMap(listMembers);
  const isOther = ([type]: Member) =>
    type.type === 'TSTypeReference' && toDottedName(type.typeName as Entity) === 'OtherString';
  return mergeParts(all.filter((member) => !isOther(member)).map(([type, place]) => convert(type, place)));
}

function mergeParts(parts: Schema[]): Schema {
  const flat = parts
    .filter((part) => part !== NEVER)
    .flatMap((part) => (Array.isArray(part.anyOf) ? (part.anyOf as Schema[]) : [part]));
  const values = flat.flatMap((part) => (Array.isArray(part.enum) ? part.enum : []));
  const openParts = flat.filter((part) => !Array.isArray(part.enum));
  const all = values.length > 0 ? [{ enum: [...new Set(values)] }, ...openParts] : openParts;
  if (all.length === 0) return NEVER;
  return all.length === 1 ? all[0]! : { anyOf: all };
}

const toRootName = ([file, name]: readonly [string, string]): Schema => {
  const found = lookUp(name, { file: `${RESOURCES}/${file}.d.ts`, scope: [] });
  if (!found) throw new Error(`${name} is not in ${file}`);
  return createReference(found);
};

/** Returns the requests and objects of the installed Stripe package as JSON Schema. */
export function createStripeShapes(): string {
  const calls = Object.fromEntries(Object.entries(CALLS).map(([call, type]) => [call, toRootName(type)]));
  const objects = Object.fromEntries(Object.entries(OBJECTS).map(([name, type]) => [name, toRootName(type)]));
  const version = /ApiVersion = "(.+)"/.exec(readFileSync(`${HOME}/esm/apiVersion.d.ts`, 'utf8'))![1];
  const sorted = Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1)));
  const createLines = (rows: object) =>
    Object.entries(rows)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',\n');
  return `{"version":"${version}",\n"calls":{\n${createLines(calls)}},\n"objects":{\n${createLines(objects)}},\n"$defs":{\n${createLines(sorted)}}}\n`;
}

if (import.meta.main) {
  writeFileSync(OUTPUT_FILE, createStripeShapes());
  process.stdout.write(`${OUTPUT_FILE} is written\n`);
}
