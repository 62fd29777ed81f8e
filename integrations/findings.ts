/** One launch requirement and its state, as just checked with the vendor. */
export type Finding = {
  /** Unique id of the form `vendor.thing`. */
  id: string;
  vendor: string;
  label: string;
  /** `off`: not set up, which may be deliberate. */
  state: 'met' | 'unmet' | 'off';
  found: string;
  /** The task for the operator; null if there is none. */
  todo: string | null;
};

export type FindingFactory = {
  met: (thing: string, label: string, found: string) => Finding;
  unmet: (thing: string, label: string, words: { found: string; todo: string }) => Finding;
  /** Creates a finding about something that isn't set up. The operator may leave it out deliberately. */
  left: (thing: string, label: string, words: { found: string; todo: string }) => Finding;
  off: (label: string, todo: string) => Finding;
  /** Creates a finding about something required that isn't set up. */
  needed: (label: string, todo: string) => Finding;
};

/**
 * Creates the finding constructors for one vendor.
 * @param id prefix of every finding's id
 */
export function createFindings(id: string, vendor: string): FindingFactory {
  return {
    met: (topic, label, found) => ({ id: `${id}.${topic}`, vendor, label, state: 'met', found, todo: null }),
    unmet: (topic, label, texts) => ({ id: `${id}.${topic}`, vendor, label, state: 'unmet', ...texts }),
    left: (topic, label, texts) => ({ id: `${id}.${topic}`, vendor, label, state: 'off', ...texts }),
    needed: (label, todo) => ({
      id: `${id}.off`,
      vendor,
      label,
      state: 'unmet',
      found: "It isn't set up.",
      todo,
    }),
    off: (label, todo) => ({ id: `${id}.off`, vendor, label, state: 'off', found: "It isn't set up.", todo }),
  };
}

const RESPONSE_TIMEOUT_MS = 10_000;

export type VendorResponse = { status: number; body: unknown; headers: Headers };

/**
 * Calls a vendor once, with a timeout of ten seconds.
 * @returns the response, whatever its status, or a sentence that explains why there's none
 */
export async function askVendor(
  fetcher: typeof fetch,
  url: string,
  init: RequestInit = {},
): Promise<VendorResponse | { silent: string }> {
  try {
    const response = await fetcher(url, {
      redirect: 'manual',
      ...init,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const body: unknown = await response.json().catch(() => undefined);
    return { status: response.status, body, headers: response.headers };
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } };
    const reason =
      name === 'TimeoutError' ? `no response within ${RESPONSE_TIMEOUT_MS / 1_000} seconds` : (cause?.code ?? message);
    return { silent: `It couldn't be reached: ${reason}.` };
  }
}

const TRY_AGAIN = "Wait a moment and check again. If that doesn't help, see the vendor's status page.";

/**
 * Describes a failed call whose status alone explains the failure, such as a rejected key.
 * @param wrongKey what to do when the vendor rejects our key
 */
export function toTrouble(
  response: VendorResponse | { silent: string },
  wrongKey: string,
): { found: string; todo: string } | undefined {
  if ('silent' in response) {
    return { found: response.silent, todo: 'Check that this machine can reach the vendor, then check again.' };
  }
  const { status, headers } = response;
  if (status === 401 || status === 403) return { found: `It rejects our key (${status}).`, todo: wrongKey };
  if (status === 429) {
    const retryAfter = headers.get('Retry-After');
    return { found: `It is throttling us (429${retryAfter ? `, for ${retryAfter} s` : ''}).`, todo: TRY_AGAIN };
  }
  if (status >= 500) return { found: `It returned ${status}.`, todo: TRY_AGAIN };
  return undefined;
}

/** Reads a field of an unvalidated response by its path. */
export function getField(body: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | null | undefined)?.[key],
    body,
  );
}
