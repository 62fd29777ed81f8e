import { z } from 'zod';
import { findProductionFaults } from './production.ts';
import { listRefusedPortFaults } from './refused-ports.ts';
import { type ReleaseInfo, readRelease } from './release.ts';
import { findMisspelledVariables, readSecretFiles, type VariableSource } from './variable-source.ts';
import {
  DEPENDENT_PAIRS,
  KEYS,
  REQUIRED_TOGETHER,
  VARIABLES,
  type VariableName,
  VENDORS,
  variableNames,
} from './variables.ts';

type VariableSchemas = { [Name in VariableName]: (typeof VARIABLES)[Name]['is'] };
const Variables = z.object(
  Object.fromEntries(variableNames.map((name) => [name, VARIABLES[name].is])) as VariableSchemas,
);
type Variables = z.infer<typeof Variables>;

export type Env = Variables & {
  /** The URL under which browsers reach this server, without a trailing slash. */
  origin: string;
  /** Whether NODE_ENV is set, to any value. */
  modeIsSet: boolean;
  release: ReleaseInfo;
  /** A sentence for each variable that's probably misspelled. */
  misspelled: readonly string[];
  /** Whether no third-party key is set. Sandboxes are used in that case, and every page says so. */
  demo: boolean;
  /** The optional keys and the purpose of each. */
  keys: typeof KEYS;
  /** The sandbox used in place of each third party, by the purpose of its keys. */
  sandboxesByPurpose: SandboxesByPurpose;
};

export type SandboxesByPurpose = Readonly<Partial<Record<(typeof KEYS)[number]['for'], string>>>;

/**
 * Thrown when the environment is invalid; `messages` has one sentence for each problem to fix before the server can
 * start.
 */
export class EnvironmentError extends Error {
  readonly messages: string[];
  constructor(sentences: string[]) {
    super(`The environment is not usable:\n${sentences.map((sentence) => `  - ${sentence}`).join('\n')}`);
    this.messages = sentences;
  }
}

/** What operators replace in the files of `deploy/`. */
const PLACEHOLDER = 'CHANGE-ME';

/**
 * Reads and validates all variables.
 * @param source replaces the process environment in tests
 * @throws EnvironmentError with one sentence for each problem
 */
export function readEnv(source: VariableSource = process.env): Env {
  const { env, faults } = parseEnv(source);
  if (faults.length > 0) throw new EnvironmentError(faults);
  return env;
}

/**
 * Parses each variable separately, for tools that help set them up.
 * @returns the environment, and a sentence for each reason why a server wouldn't start with it
 * @throws EnvironmentError with one sentence for each variable that can't be parsed
 */
export function parseEnv(source: VariableSource): { env: Env; faults: string[] } {
  const { variables, faults: fileFaults } = readSecretFiles(source, variableNames);
  if (fileFaults.length > 0) throw new EnvironmentError(fileFaults);
  const result = Variables.safeParse(variables);
  if (!result.success) {
    throw new EnvironmentError(result.error.issues.map((issue) => issue.message));
  }
  const values = result.data;
  const faults: string[] = [];
  for (const [one, other] of REQUIRED_TOGETHER) {
    if (Boolean(values[one]) === Boolean(values[other])) continue;
    const [presentName, missingName] = values[one] ? [one, other] : [other, one];
    faults.push(`${presentName} is set but ${missingName} is not: set both, or neither.`);
  }
  for (const [one, other] of DEPENDENT_PAIRS) {
    if (values[one] && !values[other]) faults.push(`${one} is set but ${other} is not: set both.`);
  }
  faults.push(...listRefusedPortFaults(values));
  for (const name of variableNames) {
    if (variables[name]?.includes(PLACEHOLDER)) faults.push(`${name} still has a placeholder: replace ${PLACEHOLDER}.`);
  }
  const isDemo = VENDORS.every(({ key }) => !values[key]);
  const origin = new URL(values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).origin;
  if (values.NODE_ENV === 'production') faults.push(...findProductionFaults(values, isDemo));
  return {
    env: {
      ...values,
      modeIsSet: Boolean(variables.NODE_ENV),
      release: readRelease(values.SOURCE_COMMIT),
      misspelled: findMisspelledVariables(source, variableNames),
      origin,
      demo: isDemo,
      keys: KEYS,
      sandboxesByPurpose: {},
    },
    faults,
  };
}
