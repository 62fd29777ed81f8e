import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Durations of the first run. Runs with a mutant stop at the first failure, so their durations don't count.
const durations = new Map<string, number>();

/**
 * Orders test files by their duration in the first run. The fastest test usually notices a mutant, so the others
 * needn't run.
 */
export class QuickestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    for (const file of files) {
      const duration = this.ctx.cache.getTestSpecificationResult(file)?.duration;
      if (duration !== undefined && !durations.has(file.moduleId)) durations.set(file.moduleId, duration);
    }
    const getTime = ({ moduleId }: TestSpecification) => durations.get(moduleId) ?? Number.MAX_SAFE_INTEGER;
    return files.toSorted((a, b) => getTime(a) - getTime(b));
  }
}
