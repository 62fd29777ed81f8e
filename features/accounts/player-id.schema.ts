import { z } from 'zod';

export const PlayerId = z.uuid("This isn't a valid player ID.");
export const ByPlayerId = z.object({ id: PlayerId });
