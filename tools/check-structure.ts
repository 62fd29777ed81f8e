import { findProblems } from './structure/all-rules.ts';
import { readRepository } from './structure/repository.ts';

/*
 * Checks the repository against docs/architecture.md. There are no exceptions. If code doesn't fit, move it or change
 * the architecture in a decision record.
 */
const repository = readRepository();
const problems = findProblems(repository);
for (const { rule, message } of problems) console.error(`${rule}: ${message}`);
console.log(`structure: ${repository.files.length} files, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
