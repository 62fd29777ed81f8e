import type { Architecture, Section, Token, Weights } from '../schema/whitepaper-schema.ts';

/** Checks that sections are numbered in order and that table rows have as many cells as columns. */
export function findSectionProblems(sections: Section[]): string[] {
  const problems: string[] = [];
  if (sections.length !== 18)
    problems.push(`content/whitepaper/sections.ts, (whole file): ${sections.length} sections`);
  sections.forEach((section, index) => {
    const name = `content/whitepaper/sections.ts, ${section.id}`;
    if (section.number !== index + 1) problems.push(`${name}.number: ${section.number} at place ${index + 1}`);
    section.blocks.forEach((block, index) => {
      if (block.kind !== 'table') return;
      const ragged = block.rows.findIndex((row) => row.length !== block.columns.length);
      if (ragged >= 0) problems.push(`${name}.blocks[${index}].rows[${ragged}]: not as many cells as columns`);
    });
  });
  return problems;
}

/**
 * Checks that percentages match token counts, and that all allocations plus the unassigned tokens add up to the supply.
 */
export function findTokenProblems(token: Token): string[] {
  const file = 'content/whitepaper/token.ts';
  const problems = token.allocations
    .filter((line) => Math.round((line.percent / 100) * token.totalSupply) !== line.tokens)
    .map((line) => `${file}, ${line.id}.tokens: ${line.tokens} is not ${line.percent} % of the supply`);
  const sum = token.allocations.reduce((total, line) => total + line.tokens, token.unassigned);
  if (sum !== token.totalSupply) problems.push(`${file}, allocations: add up to ${sum}, not ${token.totalSupply}`);
  if (token.effectiveSupply !== token.totalSupply - token.burned) {
    problems.push(`${file}, effectiveSupply: is not the total less the burned`);
  }
  return problems;
}

/** Checks that the weights add up to 100 percent. */
export function findWeightProblems(name: string, weights: Weights): string[] {
  const sum = weights.reduce((total, weight) => total + weight.percent, 0);
  return sum === 100 ? [] : [`content/whitepaper/weights.ts, ${name}: adds up to ${sum}, not 100`];
}

/** Checks that every arrow connects two existing boxes. */
export function findArchitectureProblems({ layers, arrows }: Architecture): string[] {
  const boxes = new Set(layers.flatMap((layer) => layer.boxes.map((box) => box.id)));
  return arrows
    .flatMap((arrow) => [arrow.from, arrow.to])
    .filter((end) => !boxes.has(end))
    .map((end) => `content/whitepaper/architecture.ts, arrows: there is no box ${end}`);
}
