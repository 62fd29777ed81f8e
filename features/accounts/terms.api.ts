import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { body, createApi, DONE_RESPONSE, operation, respondDone } from '../../server/http.ts';
import * as messages from './accounts.messages.ts';
import { confirmAdult } from './terms.commands.ts';

const confirm = operation({
  method: 'post',
  path: '/api/account/adult',
  who: 'user',
  surface: 'own',
  summary: 'Confirm once that I am 18, or that a parent or guardian agrees',
  description:
    'Buying and selling need it: until then, checkout and payouts answer 403 with the code `unconfirmed` and the field `adult`. Keeps the time of the yes, and no date of birth.',
  request: { body: body(z.object({ adult: z.literal(true, issueText(messages.adultNotConfirmed)) })) },
  responses: { 200: DONE_RESPONSE },
});

export const termsApi = createApi().openapi(confirm, (c) => respondDone(c, confirmAdult(c.var.deps, c.var.actor!)));
