import { randomUUID } from 'node:crypto';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { hashSecret } from '../accounts.rules.ts';
import type { Challenge } from '../one-time-codes.commands.ts';
import { insertFlow } from './oauth.queries.ts';

type FlowStart = { userId: string; method: string; challenge: Challenge; oneTimeTokenId?: string };

/**
 * Issues a code to a user who followed a link in an email. Only the browser that requested the link can use the code.
 */
export async function startFlow(db: Db, deps: Deps, flowStart: FlowStart): Promise<string> {
  const code = randomUUID();
  await insertFlow(db, {
    userId: flowStart.userId,
    provider: 'email',
    authenticationMethod: flowStart.method,
    authCodeHash: hashSecret(code),
    oneTimeTokenId: flowStart.oneTimeTokenId ?? null,
    usedAt: deps.now(),
    createdAt: deps.now(),
    ...flowStart.challenge,
  });
  return code;
}
