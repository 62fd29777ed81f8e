import { findWrittenAddresses } from './addresses.ts';
import { checkTestTitles, checkVocabulary } from './banned-words.ts';
import { checkBareText } from './bare-text.ts';
import { checkCopyTerms } from './copy-terms.ts';
import { checkTestRandomness, checkTimingAssertions } from './deterministic-tests.ts';
import { findEnvironmentReaders } from './environment.ts';
import { checkDescriptiveNames, checkFolderDepth, checkUniqueNames } from './file-names.ts';
import { checkForeignTables, checkTableHomes } from './foreign-tables.ts';
import { findImportCycles } from './import-cycles.ts';
import { checkEventsAndPorts, checkFeatureOrder, checkImportKinds, checkOwnParts } from './import-rules.ts';
import { checkMirroredLayouts } from './mirrored-layouts.ts';
import { checkPurity } from './purity.ts';
import type { Problem, Repository } from './repository.ts';
import { checkSchemaMethods } from './schema-methods.ts';
import { checkThemeColors } from './theme-colors.ts';
import { checkListFormats, checkResponseMessages, checkWrittenTexts } from './written-texts.ts';

const RULES: readonly ((repository: Repository) => Problem[])[] = [
  checkFeatureOrder,
  checkImportKinds,
  checkOwnParts,
  checkEventsAndPorts,
  checkTableHomes,
  checkForeignTables,
  checkPurity,
  findWrittenAddresses,
  checkUniqueNames,
  checkDescriptiveNames,
  checkFolderDepth,
  findImportCycles,
  findEnvironmentReaders,
  checkBareText,
  checkVocabulary,
  checkTestTitles,
  checkCopyTerms,
  checkWrittenTexts,
  checkResponseMessages,
  checkListFormats,
  checkMirroredLayouts,
  checkThemeColors,
  checkSchemaMethods,
  checkTestRandomness,
  checkTimingAssertions,
];

/** Returns all violations of docs/architecture.md in a repository. */
export function findProblems(repository: Repository): Problem[] {
  return RULES.flatMap((rule) => rule(repository));
}
