import { type JSXChild, type JSXElement, type JSXFragment, parseSync, Visitor } from 'oxc-parser';
import type { Problem, Repository } from './repository.ts';
import { isTest, type SourceFile } from './source-files.ts';

type Expression = Extract<JSXChild, { type: 'JSXExpressionContainer' }>['expression'];
type Part = 'nothing' | 'text' | 'element';
type Parent = JSXElement | JSXFragment;

/**
 * Returns what an expression may render.
 * @param elements names in this file that hold elements; all other names hold text
 */
function listParts(expression: Expression, elements: ReadonlySet<string>): Set<Part> {
  switch (expression.type) {
    case 'JSXEmptyExpression':
      return new Set(['nothing']);
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
      return listParts(expression.expression, elements);
    case 'Literal': {
      const { value } = expression;
      return new Set([
        (typeof value === 'string' && isWritten(value)) || typeof value === 'number' ? 'text' : 'nothing',
      ]);
    }
    case 'Identifier':
      if (expression.name === 'undefined') return new Set(['nothing']);
      return new Set([elements.has(expression.name) ? 'element' : 'text']);
    case 'MemberExpression':
      return new Set([holdsElement(expression, elements) ? 'element' : 'text']);
    case 'CallExpression': {
      const { callee } = expression;
      const isList =
        callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && LISTS.has(callee.property.name);
      return new Set([isList || holdsElement(callee, elements) ? 'element' : 'text']);
    }
    case 'JSXElement':
      return new Set(['element']);
    case 'JSXFragment':
      return new Set(expression.children.some((child) => isText(child, elements)) ? ['element', 'text'] : ['element']);
    case 'LogicalExpression': {
      const rightParts = listParts(expression.right, elements);
      return expression.operator === '&&'
        ? rightParts.add('nothing')
        : rightParts.union(listParts(expression.left, elements));
    }
    case 'ConditionalExpression':
      return listParts(expression.consequent, elements).union(listParts(expression.alternate, elements));
    default:
      return new Set(['text']);
  }
}

const LISTS = new Set(['map', 'flatMap']);
const isWritten = (text: string) => text.trim() !== '';

function holdsElement(expression: Expression, elements: ReadonlySet<string>): boolean {
  if (expression.type === 'Identifier') return elements.has(expression.name);
  if (expression.type !== 'MemberExpression') return false;
  const { object, property } = expression;
  return (property.type === 'Identifier' && elements.has(property.name)) || holdsElement(object, elements);
}

/** Returns whether React renders this child as its own text node. */
function isText(child: JSXChild, elements: ReadonlySet<string>): boolean {
  if (child.type === 'JSXText') return isWritten(child.value);
  return child.type === 'JSXExpressionContainer' && listParts(child.expression, elements).has('text');
}

/** Returns whether a child is rendered conditionally, or is text in some cases and an element in others. */
function isConditional(child: JSXChild, elements: ReadonlySet<string>): boolean {
  if (child.type !== 'JSXExpressionContainer') return false;
  const { type } = child.expression;
  if (type !== 'LogicalExpression' && type !== 'ConditionalExpression') return false;
  const parts = listParts(child.expression, elements);
  return parts.has('element') || (parts.has('nothing') && parts.size > 1);
}

/** Returns the rendered children, including those of nested fragments. */
const listShownChildren = ({ children }: Parent): JSXChild[] =>
  children
    .filter((child) => child.type !== 'JSXText' || !/^\s*\n\s*$/.test(child.value))
    .flatMap((child) => (child.type === 'JSXFragment' ? listShownChildren(child) : [child]));

/** Returns the first text among several children, if at least one of these children is conditional. */
function findUnsafeText(parent: Parent, elements: ReadonlySet<string>): JSXChild | undefined {
  const children = listShownChildren(parent);
  if (children.length < 2 || !children.some((child) => isConditional(child, elements))) return undefined;
  return children.find((child) => isText(child, elements));
}

/** Returns the names that hold elements, judging by their type or by JSX in their declaration. */
function listElementNames({ path, text }: SourceFile): Set<string> {
  const names = new Set([...text.matchAll(/\b(\w+)\??:[^;,\n]*React(?:Node|Element)/g)].map(([, name]) => name!));
  const declarations: { name: string; start: number; end: number }[] = [];
  const elementStarts: number[] = [];
  new Visitor({
    VariableDeclarator: ({ id, start, end }) => {
      if (id.type === 'Identifier') declarations.push({ name: id.name, start, end });
    },
    JSXElement: ({ start }) => {
      elementStarts.push(start);
    },
  }).visit(parseSync(path, text).program);
  for (const { name, start, end } of declarations) {
    if (elementStarts.some((at) => start < at && at < end)) names.add(name);
  }
  return names;
}

/**
 * Reports text next to a conditional child. Page translators replace text nodes with their own elements. React then
 * fails when it removes such a text node or inserts something before it. Wrapping the text in an element prevents that.
 */
export function checkBareText({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => path.endsWith('.tsx') && /^(web|features)\//.test(path) && !isTest(path))
    .flatMap((file) => {
      const elements = listElementNames(file);
      const problems: Problem[] = [];
      const check = (parent: Parent) => {
        const text = findUnsafeText(parent, elements);
        if (!text) return;
        const line = file.text.slice(0, text.start).trimEnd().split('\n').length + 1;
        problems.push({
          rule: 'bare text',
          message: `${file.path}:${line} has text next to a conditional child; wrap it in an element, or page translators break it`,
        });
      };
      new Visitor({ JSXElement: check, JSXFragment: check }).visit(parseSync(file.path, file.text).program);
      return problems;
    });
}
