import type { ExportNamedDeclaration, Expression, Function as FunctionNode } from 'oxc-parser';
import type { Problem } from './repository.ts';
import { mapConstants, mapImportedNames, type SourceFile, visitNodes } from './source-files.ts';

/** Functions that return a table under another name, or all its columns. */
const ALIASING_FUNCTION = /^(alias|aliasedTable|getTableColumns|Object\.(freeze|assign|values|entries))$/;

/** Reports exports of table objects under any name, because other features could then use the table. */
export function findExportedTables(file: SourceFile): Problem[] {
  if (!/\.tables\.ts/.test(file.text) && !/\.tables\.ts$/.test(file.path)) return [];
  const isTable = createTableTest(file);
  const tables: string[] = [];
  const readExport = ({ declaration, specifiers, source, exportKind }: ExportNamedDeclaration) => {
    if (exportKind === 'type') return;
    for (const { local, exportKind: kind } of specifiers) {
      const name = 'name' in local ? local.name : local.value;
      if (kind !== 'type' && (/\.tables\.ts$/.test(source?.value ?? '') || isTable.named(name))) tables.push(name);
    }
    if (declaration?.type === 'FunctionDeclaration' && isTable.returned(declaration)) tables.push(declaration.id!.name);
    if (declaration?.type !== 'VariableDeclaration') return;
    for (const { id, init } of declaration.declarations) {
      if (init && isTable.made(init)) tables.push(file.text.slice(id.start, id.end));
    }
  };
  visitNodes(file, {
    ExportNamedDeclaration: readExport,
    ExportAllDeclaration: ({ source, exportKind }) => {
      if (exportKind !== 'type' && /\.tables\.ts$/.test(source.value)) tables.push('*');
    },
    ExportDefaultDeclaration: ({ declaration }) => {
      if (isTable.made(declaration as Expression)) tables.push('default');
    },
  });
  return tables.map((name) => ({
    rule: 'tables',
    message: `${file.path}: exports tables (${name}); export queries and views instead`,
  }));
}

/**
 * Returns a predicate for whether a name, an expression or a function's return value is or contains a table object from
 * a `*.tables.ts`.
 */
function createTableTest(file: SourceFile) {
  const constants = mapConstants(file);
  const importedNames = mapImportedNames(file);
  const isCreatedName = (name: string, depth = 0): boolean => {
    const source = importedNames.get(name);
    if (source) return !source.typeOnly && /\.tables\.ts$/.test(source.target);
    const constant = constants.get(name);
    return constant !== undefined && depth < 20 && isCreated(constant, depth + 1);
  };
  const isCreated = (node: Expression, depth = 0): boolean => {
    const isPartCreated = (one: unknown) => isCreated(one as Expression, depth + 1);
    switch (node?.type) {
      case 'Identifier':
        return isCreatedName(node.name, depth);
      case 'ObjectExpression':
        return node.properties.some((one) => isPartCreated(one.type === 'SpreadElement' ? one.argument : one.value));
      case 'ArrayExpression':
        return node.elements.some(
          (one) => one !== null && isPartCreated(one.type === 'SpreadElement' ? one.argument : one),
        );
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
        return isPartCreated(node.expression);
      case 'ConditionalExpression':
        return isPartCreated(node.consequent) || isPartCreated(node.alternate);
      case 'LogicalExpression':
        return isPartCreated(node.left) || isPartCreated(node.right);
      case 'ArrowFunctionExpression':
        return node.expression ? isPartCreated(node.body) : returnsCreated(node as unknown as FunctionNode);
      case 'FunctionExpression':
        return returnsCreated(node);
      case 'CallExpression':
        return (
          ALIASING_FUNCTION.test(file.text.slice(node.callee.start, node.callee.end)) &&
          node.arguments.some(isPartCreated)
        );
      case 'MemberExpression':
        return node.object.type === 'Identifier' && holdsTables(node.object.name) && isPartCreated(node.object);
      default:
        return false;
    }
  };
  // `bans.id` is a column, but `tables.bans` is a table if `tables` is a list of tables or a namespace import.
  const holdsTables = (name: string) =>
    importedNames.get(name)?.name === '*' || constants.get(name)?.type === 'ObjectExpression';
  const returnsCreated = (node: FunctionNode): boolean => {
    let returnsTable = false;
    visitNodes(file, {
      ReturnStatement: ({ argument, start }) => {
        if (argument && start > node.start && start < node.end) returnsTable ||= isCreated(argument, 1);
      },
    });
    return returnsTable;
  };
  return { named: isCreatedName, made: isCreated, returned: returnsCreated };
}
