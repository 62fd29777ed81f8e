import { randomUUID } from 'node:crypto';
import type { Db } from '../../../../db/database.ts';
import type { Deps } from '../../../../server/deps.ts';
import type { Challenge } from '../../codes/commands.ts';
import { digest } from '../../rules.ts';
import { insertFlow } from '../queries.ts';

type Opening = { userId: string; method: string; challenge: Challenge; oneTimeTokenId?: string };

/** Gives out a code for somebody who followed a link in a mail; only the browser that asked for the link can use it. */
export async function openFlow(db: Db, deps: Deps, opening: Opening): Promise<string> {
  const code = randomUUID();
  await insertFlow(db, {
    userId: opening.userId,
    provider: 'email',
    authenticationMethod: opening.method,
    authCodeHash: digest(code),
    oneTimeTokenId: opening.oneTimeTokenId ?? null,
    usedAt: deps.now(),
    createdAt: deps.now(),
    ...opening.challenge,
  });
  return code;
}
