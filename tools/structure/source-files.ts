import { dirname, join, normalize } from 'node:path/posix';
import { type CallExpression, type Expression, type ParseResult, parseSync, Visitor } from 'oxc-parser';

/** A file with its path from the repository's root. */
export type SourceFile = { path: string; text: string };

/** An import. With `typeOnly`, the imported module doesn't run. */
export type Import = { from: string; specifier: string; target: string; typeOnly: boolean };

/** Stands for each placeholder in a template's text. */
export const PLACEHOLDER = '§';

/**
 * A string in the source. Templates nested in a template are listed piece by piece. Strings built with `+`, `concat`,
 * `join` or constants of the file are listed as a whole and in pieces.
 */
export type Literal = { text: string; tag: string | undefined; line: number };

/** Returns whether a file is a script, with any of the script extensions. */
export const isScript = (path: string) => /\.[cm]?[jt]sx?$/.test(path);
export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /(^|\/)test-[^/]+\.tsx?$/.test(path);

const parseCache = new WeakMap<SourceFile, ParseResult>();

function parseFile(file: SourceFile): ParseResult {
  const syntax = parseCache.get(file) ?? parseSync(file.path, file.text);
  parseCache.set(file, syntax);
  return syntax;
}

function getLine(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Lists every import of a file: static, re-exported, dynamic, and types written as `import('…')`. */
export function listImports(file: SourceFile): Import[] {
  if (!isScript(file.path)) return [];
  const { staticImports, staticExports, dynamicImports } = parseFile(file).module;
  const specifiers: { specifier: string; typeOnly: boolean }[] = [];
  for (const staticImport of staticImports) {
    const isTypeOnly = staticImport.entries.length > 0 && staticImport.entries.every((entry) => entry.isType);
    specifiers.push({ specifier: staticImport.moduleRequest.value, typeOnly: isTypeOnly });
  }
  for (const staticExport of staticExports) {
    const specifier = staticExport.entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (specifier)
      specifiers.push({ specifier: specifier.value, typeOnly: staticExport.entries.every((entry) => entry.isType) });
  }
  for (const { moduleRequest } of dynamicImports) {
    specifiers.push({
      specifier: removeQuotes(file.text.slice(moduleRequest.start, moduleRequest.end)),
      typeOnly: false,
    });
  }
  return [...specifiers, ...listTypeImports(file)].map(({ specifier, typeOnly }) => ({
    from: file.path,
    specifier,
    target: resolveTarget(file.path, specifier),
    typeOnly,
  }));
}

/** Lists imports whose specifier is computed at run time, so the target can't be checked. */
export function listComputedImports(file: SourceFile): string[] {
  if (!isScript(file.path)) return [];
  return parseFile(file)
    .module.dynamicImports.map(({ moduleRequest }) => file.text.slice(moduleRequest.start, moduleRequest.end))
    .filter((address) => !/^(['"])[^'"]*\1$/.test(address));
}

/** Maps each local name to its import: the module and the exported name (`*` for a namespace). */
export function mapImportedNames(file: SourceFile): Map<string, { target: string; name: string; typeOnly: boolean }> {
  const { staticImports } = parseFile(file).module;
  return new Map(
    staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ localName, importName, isType }) => {
        const name = importName.kind === 'NamespaceObject' ? '*' : (importName.name ?? 'default');
        return [localName.value, { target: resolveTarget(file.path, moduleRequest.value), name, typeOnly: isType }];
      }),
    ),
  );
}

/** Lists types written as `import('./x.ts').Y`. They aren't module imports, so they're only in the syntax tree. */
function listTypeImports(file: SourceFile): { specifier: string; typeOnly: boolean }[] {
  if (!/\bimport\(\s*['"]/.test(file.text)) return [];
  const specifiers: { specifier: string; typeOnly: boolean }[] = [];
  const visitor = new Visitor({
    TSImportType: (node) => {
      specifiers.push({ specifier: String(node.source.value), typeOnly: true });
    },
  });
  visitor.visit(parseFile(file).program);
  return specifiers;
}

const removeQuotes = (text: string) => text.replace(/^['"`]|['"`]$/g, '');

/** Resolves a specifier to a file; returns packages and built-in modules unchanged. */
function resolveTarget(from: string, specifier: string): string {
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier.replace(/\?.*$/, ''))) : specifier;
}

/** Lists every string literal, template and text attribute of a file, except for types and import specifiers. */
export function listLiterals(file: SourceFile): Literal[] {
  const literals: Literal[] = [];
  const constants = mapConstants(file);
  const tags = new Map<unknown, string>();
  const innerNodes = new Set<unknown>();
  const addTexts = (node: Expression) => {
    const text = innerNodes.has(node) ? undefined : getText(node, constants);
    if (text !== undefined) literals.push({ text, tag: tags.get(node), line: getLine(file.text, node.start) });
  };
  const specifiers = new Set<unknown>();
  const visitor = new Visitor({
    ImportDeclaration: (node) => void specifiers.add(node.source),
    ExportNamedDeclaration: (node) => void specifiers.add(node.source),
    ExportAllDeclaration: (node) => void specifiers.add(node.source),
    ImportExpression: (node) => void specifiers.add(node.source),
    TSImportType: (node) => void specifiers.add(node.source),
    TaggedTemplateExpression: (node) =>
      void tags.set(node.quasi, file.text.slice(node.tag.start, node.tag.end).replace(/<[\s\S]*$/, '')),
    CallExpression: (node) => {
      for (const argument of node.arguments) tags.set(argument, file.text.slice(node.callee.start, node.callee.end));
      if (node.callee.type === 'MemberExpression') addTexts(node);
    },
    BinaryExpression: (node) => {
      addTexts(node);
      innerNodes.add(node.left).add(node.right);
    },
    Literal: (node) => {
      if (typeof node.value !== 'string' || specifiers.has(node)) return;
      literals.push({ text: node.value, tag: tags.get(node), line: getLine(file.text, node.start) });
    },
    TemplateLiteral: (node) => {
      const text = node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw).join(PLACEHOLDER);
      literals.push({ text, tag: tags.get(node), line: getLine(file.text, node.start) });
      const constantText = getText(node, constants);
      if (constantText !== text && constantText !== undefined) addTexts(node);
    },
    JSXText: (node) => void literals.push({ text: node.value, tag: 'words', line: getLine(file.text, node.start) }),
  });
  visitor.visit(parseFile(file).program);
  return literals;
}

/** Returns a file's constants with their expressions, by name. */
export function mapConstants(file: SourceFile): Map<string, Expression> {
  const constants = new Map<string, Expression>();
  visitNodes(file, {
    VariableDeclarator: (node) => {
      if (node.id.type === 'Identifier' && node.init) constants.set(node.id.name, node.init);
    },
  });
  return constants;
}

/** Returns the text of an expression, with `PLACEHOLDER` for unknown parts, or undefined if it isn't a string. */
function getText(node: Expression, constants: ReadonlyMap<string, Expression>, depth = 0): string | undefined {
  const getPartText = (one: Expression) => getText(one, constants, depth + 1);
  if (depth > 20) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'Identifier') {
    const constant = constants.get(node.name);
    return constant && getPartText(constant);
  }
  if (node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression') return getPartText(node.expression);
  if (node.type === 'TemplateLiteral') {
    const expressionTexts = node.expressions.map((one) => getPartText(one) ?? PLACEHOLDER);
    return node.quasis
      .map(({ value }, index) => `${value.cooked ?? value.raw}${expressionTexts[index] ?? ''}`)
      .join('');
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [leftText, rightText] = [getPartText(node.left as Expression), getPartText(node.right)];
    return leftText === undefined && rightText === undefined
      ? undefined
      : `${leftText ?? PLACEHOLDER}${rightText ?? PLACEHOLDER}`;
  }
  return node.type === 'CallExpression' ? resolveJoin(node, getPartText) : undefined;
}

/** Returns the text of `'a'.concat(b)` or `['a', b].join('/')`. */
function resolveJoin(
  { callee, arguments: args }: CallExpression,
  part: (one: Expression) => string | undefined,
): string | undefined {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  const getTextOf = (one: unknown) => part(one as Expression) ?? PLACEHOLDER;
  const { object, property } = callee;
  if (property.name === 'concat') {
    const start = part(object);
    return start === undefined ? undefined : start + args.map(getTextOf).join('');
  }
  if (property.name !== 'join' || object.type !== 'ArrayExpression') return undefined;
  return object.elements.map(getTextOf).join(args[0] ? getTextOf(args[0]) : ',');
}

/** Visits all nodes of the given kinds. */
export function visitNodes(file: SourceFile, visitor: ConstructorParameters<typeof Visitor>[0]): void {
  new Visitor(visitor).visit(parseFile(file).program);
}
