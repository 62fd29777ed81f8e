import { body, createApi, json, operation } from '../../../server/http.ts';
import { findCrewDna, saveCrewDna } from './crew-dna.queries.ts';
import { CrewDna, SavedCrewDna } from './crew-dna.schema.ts';

const read = operation({
  method: 'get',
  path: '/api/crew-dna',
  who: 'user',
  summary: 'Get my Crew DNA answers',
  responses: { 200: json(SavedCrewDna, 'Null until you save it') },
});

const save = operation({
  method: 'put',
  path: '/api/crew-dna',
  who: 'user',
  surface: 'own',
  summary: 'Save my Crew DNA',
  request: { body: body(CrewDna) },
  responses: { 200: json(SavedCrewDna, 'The saved data') },
});

export const crewDnaApi = createApi()
  .openapi(read, async (c) => c.json({ answers: await findCrewDna(c.var.deps.db, c.var.actor!.userId) }, 200))
  .openapi(save, async (c) => {
    const { deps, actor } = c.var;
    await saveCrewDna(deps.db, actor!.userId, c.req.valid('json'), deps.now());
    return c.json({ answers: await findCrewDna(deps.db, actor!.userId) }, 200);
  });
