import { findProblems } from './structure/all-rules.ts';
import { readRepository } from './structure/repository.ts';

/*
 * Checks the repository against docs/architecture.md. There's no list of exceptions: what doesn't fit moves, or the
 * architecture changes with a decision record.
 */
const repository = readRepository();
const problems = findProblems(repository);
for (const { rule, says } of problems) console.error(`${rule}: ${says}`);
console.log(`structure: ${repository.files.length} files, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
