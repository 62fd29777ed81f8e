import { CONTRACT } from './kinds.ts';
import type { Problem, Repository } from './repository.ts';

/** Reports import cycles, including type imports (Tarjan's strongly connected components). */
export function findImportCycles({ files, imports }: Repository): Problem[] {
  const next = new Map<string, string[]>(files.map(({ path }) => [path, []]));
  for (const { from, target } of imports) {
    if (from === CONTRACT.from && target === CONTRACT.to) continue;
    if (next.has(target)) next.get(from)?.push(target);
  }
  return findCycles(next).map((circle) => ({
    rule: 'circles',
    message: `${circle.length} files import each other in a circle: ${circle.toSorted().slice(0, 12).join(', ')}${circle.length > 12 ? ' …' : ''}`,
  }));
}

function findCycles(next: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const lowLinks = new Map<string, number>();
  const stack: string[] = [];
  const stackedPaths = new Set<string>();
  const circles: string[][] = [];
  const visitNode = (node: string): void => {
    index.set(node, index.size);
    lowLinks.set(node, index.get(node)!);
    stack.push(node);
    stackedPaths.add(node);
    for (const other of next.get(node)!) {
      if (!index.has(other)) visitNode(other);
      if (stackedPaths.has(other)) lowLinks.set(node, Math.min(lowLinks.get(node)!, lowLinks.get(other)!));
    }
    if (lowLinks.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    for (const path of circle) stackedPaths.delete(path);
    if (circle.length > 1 || next.get(node)!.includes(node)) circles.push(circle);
  };
  for (const node of next.keys()) if (!index.has(node)) visitNode(node);
  return circles;
}
