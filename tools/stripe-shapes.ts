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
type Declaration = {
  node: Extract<Statement, { type: 'TSInterfaceDeclaration' | 'TSTypeAliasDeclaration' }>;
  file: string;
};
type File = { declared: Map<string, Declaration>; imported: Map<string, { file: string; name: string }> };
type TypePlace = { file: string; scope: string[] };

const files = new Map<string, File>();

function parseFile(path: string): File {
  const cachedFile = files.get(path);
  if (cachedFile) return cachedFile;
  const file: File = { declared: new Map(), imported: new Map() };
  files.set(path, file);
  collectDeclarations(parseSync(path, readFileSync(path, 'utf8')).program.body, [], path, file);
  return file;
}

function collectDeclarations(
  body: readonly (Statement | Directive)[],
  scope: string[],
  path: string,
  file: File,
): void {
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        const modulePath = resolve(dirname(path), statement.source.value.replace(/\.js$/, '.d.ts'));
        const isNamedImport = specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier';
        file.imported.set(specifier.local.name, {
          file: modulePath,
          name: isNamedImport ? (specifier.imported as { name: string }).name : '',
        });
      }
    }
    const node =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
    if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
      file.declared.set([...scope, node.id.name].join('.'), { node, file: path });
    }
    if (node.type === 'TSModuleDeclaration' && node.id.type === 'Identifier' && node.body?.type === 'TSModuleBlock') {
      collectDeclarations(node.body.body, [...scope, node.id.name], path, file);
    }
  }
}

type Entity = { type: string; name?: string; left?: Entity; right?: { name: string } };
const toDottedName = (entity: Entity): string =>
  entity.left && entity.right ? `${toDottedName(entity.left)}.${entity.right.name}` : (entity.name ?? '');

/** Resolves a name at a place: in the innermost scope that declares it, or else in the file's imports. */
function lookUp(name: string, { file, scope }: TypePlace): { name: string; file: string } | undefined {
  const { declared, imported } = parseFile(file);
  for (let depth = scope.length; depth >= 0; depth--) {
    const fullName = [...scope.slice(0, depth), name].join('.');
    if (declared.has(fullName)) return { name: fullName, file };
  }
  const [first, ...rest] = name.split('.');
  const importedFrom = imported.get(first!);
  return (
    importedFrom &&
    lookUp([importedFrom.name, ...rest].filter(Boolean).join('.'), { file: importedFrom.file, scope: [] })
  );
}

const defs: Record<string, Schema> = {};
const NEVER: Schema = { not: {} };
const ROOTS = new Set(Object.values(OBJECTS).map(([file, name]) => `${RESOURCES}/${file}.d.ts#${name}`));

/** Returns a reference to a declared type, whose schema is defined only once. */
function createReference(declaration: { name: string; file: string }): Schema {
  const key = `${declaration.file.slice(RESOURCES.length + 1, -'.d.ts'.length)}.${declaration.name}`;
  const { node } = parseFile(declaration.file).declared.get(declaration.name)!;
  // Exclude objects of kinds we don't use, which never appear in a response.
  if (!declaration.name.includes('.') && isSelfReference(node) && !ROOTS.has(`${declaration.file}#${declaration.name}`))
    return NEVER;
  const place = { file: declaration.file, scope: declaration.name.split('.').slice(0, -1) };
  // Inline plain enums, because that's shorter than a reference.
  if (node.type === 'TSTypeAliasDeclaration') return convert(node.typeAnnotation, place);
  if (!(key in defs)) {
    defs[key] = {};
    defs[key] = toShape(node, place);
  }
  return { $ref: `#/$defs/${key.replaceAll('/', '~1')}` };
}

type Interface = Extract<Statement, { type: 'TSInterfaceDeclaration' }>;

function toShape(node: Interface, place: TypePlace): Schema {
  const properties: Record<string, Schema> = {};
  let requiredFields: string[] = [];
  let additionalProperties: Schema | false = false;
  for (const { expression } of node.extends) {
    const declaration = lookUp(toDottedName(expression as Entity), place);
    const parent = declaration && parseFile(declaration.file).declared.get(declaration.name)?.node;
    if (!declaration || parent?.type !== 'TSInterfaceDeclaration') throw new Error(`what does ${node.id.name} extend?`);
    const parentShape = toShape(parent, { file: declaration.file, scope: declaration.name.split('.').slice(0, -1) });
    Object.assign(properties, parentShape.properties);
    requiredFields = [...((parentShape.required as string[]) ?? [])];
  }
  for (const member of node.body.body) {
    if (member.type === 'TSIndexSignature') additionalProperties = convert(member.typeAnnotation.typeAnnotation, place);
    if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) continue;
    // Skip `deleted?: void`, which means the property never exists.
    if (member.typeAnnotation.typeAnnotation.type === 'TSVoidKeyword') continue;
    const name = member.key.type === 'Literal' ? String(member.key.value) : (member.key as { name: string }).name;
    properties[name] = convert(member.typeAnnotation.typeAnnotation, place);
    requiredFields = requiredFields.filter((one) => one !== name);
    if (!member.optional) requiredFields.push(name);
  }
  // The type of an event's object declares no properties, so accept any object.
  if (place.file.endsWith('/Events.d.ts') && place.scope.join('.') === 'Event.Data') return { type: 'object' };
  return {
    type: 'object',
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(requiredFields.length > 0 ? { required: requiredFields.sort() } : {}),
    additionalProperties: additionalProperties,
  };
}

function convert(type: TSType, place: TypePlace): Schema {
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

function resolveReference(type: Extract<TSType, { type: 'TSTypeReference' }>, place: TypePlace): Schema {
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
  const declaration = lookUp(name, place);
  if (!declaration) throw new Error(`${name} is not declared in ${place.file}`);
  return createReference(declaration);
}

type Member = readonly [TSType, TypePlace];

/** Returns whether a type is one of the vendor's objects, which have an `object` field. */
function isSelfReference(node: Declaration['node']): boolean {
  if (node.type !== 'TSInterfaceDeclaration') return false;
  return node.body.body.some(
    (member) => member.type === 'TSPropertySignature' && (member.key as { name?: string }).name === 'object',
  );
}

/** Lists the members of a union, including those of unions it refers to. */
function listMembers([type, place]: Member): Member[] {
  if (type.type === 'TSUnionType') return type.types.flatMap((one) => listMembers([one, place]));
  const declaration =
    type.type === 'TSTypeReference' ? lookUp(toDottedName(type.typeName as Entity), place) : undefined;
  const node = declaration && parseFile(declaration.file).declared.get(declaration.name)?.node;
  // Don't expand generics, or the vendor's type for values of later versions, which is an intersection.
  if (
    !declaration ||
    node?.type !== 'TSTypeAliasDeclaration' ||
    node.typeAnnotation.type !== 'TSUnionType' ||
    node.typeParameters
  ) {
    return [[type, place]];
  }
  return listMembers([
    node.typeAnnotation,
    { file: declaration.file, scope: declaration.name.split('.').slice(0, -1) },
  ]);
}

/** Converts a union to a closed set of values, without the placeholder for values of later API versions. */
function toUnion(members: Member[]): Schema {
  const allMembers = members.flatMap(listMembers);
  const isOther = ([type]: Member) =>
    type.type === 'TSTypeReference' && toDottedName(type.typeName as Entity) === 'OtherString';
  return mergeParts(allMembers.filter((member) => !isOther(member)).map(([type, place]) => convert(type, place)));
}

function mergeParts(parts: Schema[]): Schema {
  const flatParts = parts
    .filter((part) => part !== NEVER)
    .flatMap((part) => (Array.isArray(part.anyOf) ? (part.anyOf as Schema[]) : [part]));
  const values = flatParts.flatMap((part) => (Array.isArray(part.enum) ? part.enum : []));
  const openParts = flatParts.filter((part) => !Array.isArray(part.enum));
  const allParts = values.length > 0 ? [{ enum: [...new Set(values)] }, ...openParts] : openParts;
  if (allParts.length === 0) return NEVER;
  return allParts.length === 1 ? allParts[0]! : { anyOf: allParts };
}

const toRootName = ([file, name]: readonly [string, string]): Schema => {
  const declaration = lookUp(name, { file: `${RESOURCES}/${file}.d.ts`, scope: [] });
  if (!declaration) throw new Error(`${name} is not in ${file}`);
  return createReference(declaration);
};

/** Returns the requests and objects of the installed Stripe package as JSON Schema. */
export function createStripeShapes(): string {
  const calls = Object.fromEntries(Object.entries(CALLS).map(([call, type]) => [call, toRootName(type)]));
  const objects = Object.fromEntries(Object.entries(OBJECTS).map(([name, type]) => [name, toRootName(type)]));
  const version = /ApiVersion = "(.+)"/.exec(readFileSync(`${HOME}/esm/apiVersion.d.ts`, 'utf8'))![1];
  const sortedDefs = Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1)));
  const createLines = (rows: object) =>
    Object.entries(rows)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',\n');
  return `{"version":"${version}",\n"calls":{\n${createLines(calls)}},\n"objects":{\n${createLines(objects)}},\n"$defs":{\n${createLines(sortedDefs)}}}\n`;
}

if (import.meta.main) {
  writeFileSync(OUTPUT_FILE, createStripeShapes());
  process.stdout.write(`${OUTPUT_FILE} is written\n`);
}
