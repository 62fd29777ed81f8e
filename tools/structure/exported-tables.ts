import type { ExportNamedDeclaration, Expression, Function as FunctionNode } from 'oxc-parser';
import type { Problem } from './repository.ts';
import { mapConstants, mapImportedNames, type SourceFile, visitNodes } from './source-files.ts';

/** Functions that return a table under another name, or all its columns. */
const RENAMING = /^(alias|aliasedTable|getTableColumns|Object\.(freeze|assign|values|entries))$/;

/** Reports exports of table objects under any name, because other features could then use the table. */
export function findExportedTables(file: SourceFile): Problem[] {
  if (!/\.tables\.ts/.test(file.text) && !/\.tables\.ts$/.test(file.path)) return [];
  const isTable = createTableTest(file);
  const found: string[] = [];
  const declared = ({ declaration, specifiers, source, exportKind }: ExportNamedDeclaration) => {
    if (exportKind === 'type') return;
    for (const { local, exportKind: kind } of specifiers) {
      const name = 'name' in local ? local.name : local.value;
      if (kind !== 'type' && (/\.tables\.ts$/.test(source?.value ?? '') || isTable.named(name))) found.push(name);
    }
    if (declaration?.type === 'FunctionDeclaration' && isTable.returned(declaration)) found.push(declaration.id!.name);
    if (declaration?.type !== 'VariableDeclaration') return;
    for (const { id, init } of declaration.declarations) {
      if (init && isTable.made(init)) found.push(file.text.slice(id.start, id.end));
    }
  };
  visitNodes(file, {
    ExportNamedDeclaration: declared,
    ExportAllDeclaration: ({ source, exportKind }) => {
      if (exportKind !== 'type' && /\.tables\.ts$/.test(source.value)) found.push('*');
    },
    ExportDefaultDeclaration: ({ declaration }) => {
      if (isTable.made(declaration as Expression)) found.push('default');
    },
  });
  return found.map((name) => ({
    rule: 'tables',
    says: `${file.path}: hands on tables (${name}); others take its queries and views`,
  }));
}

/**
 * Returns a predicate for whether a name, an expression or a function's return value is or contains a table object from
 * a `*.tables.ts`.
 */
function createTableTest(file: SourceFile) {
  const constants = mapConstants(file);
  const imported = mapImportedNames(file);
  const named = (name: string, depth = 0): boolean => {
    const from = imported.get(name);
    if (from) return !from.typeOnly && /\.tables\.ts$/.test(from.target);
    const constant = constants.get(name);
    return constant !== undefined && depth < 20 && made(constant, depth + 1);
  };
  const made = (node: Expression, depth = 0): boolean => {
    const part = (one: unknown) => made(one as Expression, depth + 1);
    switch (node?.type) {
      case 'Identifier':
        return named(node.name, depth);
      case 'ObjectExpression':
        return node.properties.some((one) => part(one.type === 'SpreadElement' ? one.argument : one.value));
      case 'ArrayExpression':
        return node.elements.some((one) => one !== null && part(one.type === 'SpreadElement' ? one.argument : one));
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
        return part(node.expression);
      case 'ConditionalExpression':
        return part(node.consequent) || part(node.alternate);
      case 'LogicalExpression':
        return part(node.left) || part(node.right);
      case 'ArrowFunctionExpression':
        return node.expression ? part(node.body) : returned(node as unknown as FunctionNode);
      case 'FunctionExpression':
        return returned(node);
      case 'CallExpression':
        return RENAMING.test(file.text.slice(node.callee.start, node.callee.end)) && node.arguments.some(part);
      case 'MemberExpression':
        return node.object.type === 'Identifier' && holdsTables(node.object.name) && part(node.object);
      default:
        return false;
    }
  };
  // `bans.id` is a column, but `tables.bans` is a table if `tables` is a list of tables or a namespace import.
  const holdsTables = (name: string) =>
    imported.get(name)?.name === '*' || constants.get(name)?.type === 'ObjectExpression';
  const returned = (node: FunctionNode): boolean => {
    let found = false;
    visitNodes(file, {
      ReturnStatement: ({ argument, start }) => {
        if (argument && start > node.start && start < node.end) found ||= made(argument, 1);
      },
    });
    return found;
  };
  return { named, made, returned };
}
