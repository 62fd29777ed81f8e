import { dirname, join, normalize } from 'node:path/posix';
import { parseSync, Visitor } from 'oxc-parser';

/** One file of the repository, by its path from the root. */
export type SourceFile = { path: string; text: string };

/** What a file takes from another: types alone, or something that runs. */
export type Import = { from: string; specifier: string; target: string; typeOnly: boolean };

/** Stands in a template's text where the source has a placeholder. */
export const PLACEHOLDER = '§';

/** A string in the source; the templates within a template are listed piece by piece. */
export type Literal = { text: string; tag: string | undefined; line: number };

const isScript = (path: string) => /\.tsx?$/.test(path);
export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /(^|\/)test-[^/]+\.tsx?$/.test(path);

function parsed(file: SourceFile) {
  return parseSync(file.path, file.text);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Every import of a file: static, re-exported, dynamic, and types written `import('…')`. */
export function importsOf(file: SourceFile): Import[] {
  if (!isScript(file.path)) return [];
  const { staticImports, staticExports, dynamicImports } = parsed(file).module;
  const found: { specifier: string; typeOnly: boolean }[] = [];
  for (const one of staticImports) {
    const typeOnly = one.entries.length > 0 && one.entries.every((entry) => entry.isType);
    found.push({ specifier: one.moduleRequest.value, typeOnly });
  }
  for (const one of staticExports) {
    const from = one.entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (from) found.push({ specifier: from.value, typeOnly: one.entries.every((entry) => entry.isType) });
  }
  for (const { moduleRequest } of dynamicImports) {
    found.push({ specifier: unquoted(file.text.slice(moduleRequest.start, moduleRequest.end)), typeOnly: false });
  }
  return [...found, ...typeImportsOf(file)].map(({ specifier, typeOnly }) => ({
    from: file.path,
    specifier,
    target: targetOf(file.path, specifier),
    typeOnly,
  }));
}

/** `import('./x.ts').Y` as a type is no module import, so it is read from the syntax tree. */
function typeImportsOf(file: SourceFile): { specifier: string; typeOnly: boolean }[] {
  if (!/\bimport\(\s*['"]/.test(file.text)) return [];
  const found: { specifier: string; typeOnly: boolean }[] = [];
  const visitor = new Visitor({
    TSImportType: (node) => {
      found.push({ specifier: String(node.source.value), typeOnly: true });
    },
  });
  visitor.visit(parsed(file).program);
  return found;
}

const unquoted = (text: string) => text.replace(/^['"`]|['"`]$/g, '');

/** The file that a specifier means; packages and built-in modules stay as they are written. */
function targetOf(from: string, specifier: string): string {
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier.replace(/\?.*$/, ''))) : specifier;
}

/** Every string literal, template and text attribute of a file. Types and import specifiers are not strings. */
export function literalsOf(file: SourceFile): Literal[] {
  const found: Literal[] = [];
  const tags = new Map<unknown, string>();
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
    },
    Literal: (node) => {
      if (typeof node.value !== 'string' || specifiers.has(node)) return;
      found.push({ text: node.value, tag: tags.get(node), line: lineAt(file.text, node.start) });
    },
    TemplateLiteral: (node) => {
      const text = node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw).join(PLACEHOLDER);
      found.push({ text, tag: tags.get(node), line: lineAt(file.text, node.start) });
    },
    JSXText: (node) => void found.push({ text: node.value, tag: 'words', line: lineAt(file.text, node.start) }),
  });
  visitor.visit(parsed(file).program);
  return found;
}

/** Hands over every node of the kinds that a rule asks for. */
export function visit(file: SourceFile, visitor: ConstructorParameters<typeof Visitor>[0]): void {
  new Visitor(visitor).visit(parsed(file).program);
}
