import { createApi, json, operation } from '../../../server/http.ts';
import { listCardDetails } from './card-details.commands.ts';
import { CardDetailsList, CardDetailsQuery } from './card-details.schema.ts';

const details = operation({
  method: 'get',
  path: '/api/profiles/card-details',
  who: 'visitor',
  summary: 'Get show-up rates and shared availability of players',
  request: { query: CardDetailsQuery },
  responses: { 200: json(CardDetailsList, 'One line for each player you can see') },
});

export const cardDetailsApi = createApi().openapi(details, async (c) =>
  c.json({ details: await listCardDetails(c.var.deps, c.req.valid('query').ids, c.var.actor?.userId) }, 200),
);
