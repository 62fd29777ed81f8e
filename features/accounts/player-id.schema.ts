import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import * as messages from './accounts.messages.ts';

export const PlayerId = z.uuid(issueText(messages.playerIdInvalid));
export const ByPlayerId = z.object({ id: PlayerId });
