import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import * as messages from '../health.messages.ts';
import type { OperatingMode, PlainFeature } from './operating.schema.ts';

/** When clients should try again in maintenance and read-only mode. */
export const RETRY_SECONDS = 120;

export const MODE_REFUSALS: Record<Exclude<OperatingMode, 'open'>, Message> = {
  'read-only': messages.readOnly,
  maintenance: messages.maintenance,
};

/** Operations that each switched-off feature refuses, and pages that say so. Anything already started can continue. */
export const SWITCHES: Record<PlainFeature, { operations: string[]; refusal: Message; pages: string[] }> = {
  deals: {
    operations: ['POST /functions/v1/checkout-session'],
    refusal: messages.dealsOff,
    pages: [paths.deals, paths.plans, paths.hire, paths.coaches],
  },
  tokens: {
    operations: ['POST /api/tokens/wallet/challenge', 'POST /api/tokens/wallet'],
    refusal: messages.tokensOff,
    pages: [paths.protocolAccount],
  },
  tournament: {
    operations: ['POST /api/tournament/votes'],
    refusal: messages.tournamentOff,
    pages: [paths.tournament],
  },
  concierge: {
    operations: ['POST /api/team-build/request', 'POST /functions/v1/team-build-request'],
    refusal: messages.conciergeOff,
    pages: [paths.assemblyRequest],
  },
};

const FEATURE_OF_OPERATION = new Map(
  Object.entries(SWITCHES).flatMap(([feature, { operations }]) =>
    operations.map((operation) => [operation, feature as PlainFeature] as const),
  ),
);

/** Returns the feature that can switch this operation off. @param operation such as `POST /api/tournament/votes` */
export const findFeatureOf = (operation: string): PlainFeature | undefined => FEATURE_OF_OPERATION.get(operation);

/** Probes and metrics, which work in every mode. */
const ALWAYS_OPEN = /^\/(?:api\/health(?:\/|$)|metrics$)/;
/** Sign-in works in maintenance, so that admins can get in. Signing up doesn't. */
const SIGN_IN = /^\/auth\/v1\/(?!signup$)/;
/** Writes that are allowed in read-only mode: signing in and out, and the console, which checks its actions itself. */
const READ_ONLY_WRITES =
  /^\/(?:auth\/v1\/(?:token|logout|otp|verify|sso|passkeys\/authentication\/.*|factors\/[^/]+\/(?:challenge|verify))|functions\/v1\/admin-actions)$/;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether a mode refuses a request of someone without special rights. */
export function isRefusedByMode(mode: OperatingMode, { method, path }: { method: string; path: string }): boolean {
  if (mode === 'open' || ALWAYS_OPEN.test(path)) return false;
  if (mode === 'maintenance') return !SIGN_IN.test(path);
  return !READS.has(method) && !READ_ONLY_WRITES.test(path);
}

/** Pages that work in maintenance: the console and sign-in. They show no data until the API accepts the reader. */
const ADMIN_PAGES = [
  paths.admin,
  paths.auth,
  paths.shortAuth,
  paths.callback,
  paths.shortCallback,
  paths.secondFactor,
  paths.newPassword,
];

export const isAdminPage = (pathname: string): boolean =>
  ADMIN_PAGES.some((page) => pathname === page || pathname.startsWith(`${page}/`));

/** Returns the switched-off features that a page is about. */
export const listFeaturesOffAt = (pathname: string, off: readonly PlainFeature[]): PlainFeature[] =>
  off.filter((feature) =>
    SWITCHES[feature]?.pages.some((page) => pathname === page || pathname.startsWith(`${page}/`)),
  );
