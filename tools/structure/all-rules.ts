import { writtenAddresses } from './addresses.ts';
import { bareText } from './bare-text.ts';
import { importCircles } from './circles.ts';
import { environmentReaders } from './environment.ts';
import { folderDepth, tellingNames, uniqueNames } from './file-names.ts';
import { foreignTables, homesOfTables } from './foreign-tables.ts';
import { eventsAndPorts, featureOrder, kindsOfImports, ownParts } from './import-rules.ts';
import { purity } from './purity.ts';
import type { Problem, Repository } from './repository.ts';

const RULES: readonly ((repository: Repository) => Problem[])[] = [
  featureOrder,
  kindsOfImports,
  ownParts,
  eventsAndPorts,
  homesOfTables,
  foreignTables,
  purity,
  writtenAddresses,
  uniqueNames,
  tellingNames,
  folderDepth,
  importCircles,
  environmentReaders,
  bareText,
];

/** Everything about a repository that is not as docs/architecture.md says. */
export function problemsOf(repository: Repository): Problem[] {
  return RULES.flatMap((rule) => rule(repository));
}
