import { body, createApi, DONE_RESPONSE, json, operation, respondDone } from '../../../server/http.ts';
import { bookCall, cancelOwnCall, readConcierge } from './phone-calls.commands.ts';
import {
  CallDesk,
  CallerAccount,
  CallId,
  CallInput,
  CallNotes,
  CallOutcome,
  CallView,
  PhoneConcierge,
} from './phone-calls.schema.ts';
import {
  cancelDeskCall,
  closeDeskCall,
  readCallAccount,
  readCallDesk,
  releaseDeskCall,
  saveDeskNotes,
  takeDeskCall,
} from './phone-desk.commands.ts';

const getConcierge = operation({
  method: 'get',
  path: '/api/calls',
  who: 'user',
  summary: 'Get my concierge call, past calls and free slots',
  responses: { 200: json(PhoneConcierge, 'The phone concierge') },
});

const book = operation({
  method: 'post',
  path: '/api/calls',
  who: 'user',
  surface: 'calls',
  summary: 'Book a concierge callback',
  request: { body: body(CallInput) },
  responses: { 200: json(CallView, 'The call') },
});

const cancel = operation({
  method: 'post',
  path: '/api/calls/{id}/cancel',
  who: 'owner',
  surface: 'own',
  summary: 'Cancel my call before it begins',
  request: { params: CallId },
  responses: { 200: DONE_RESPONSE },
});

const readDesk = operation({
  method: 'get',
  path: '/api/admin/calls',
  who: 'admin',
  summary: 'List open calls, soonest first, and recently closed ones',
  responses: { 200: json(CallDesk, 'The queue') },
});

const getDeskAccount = operation({
  method: 'get',
  path: '/api/admin/calls/{id}',
  who: 'admin',
  summary: "Get a call with its member's account",
  request: { params: CallId },
  responses: { 200: json(CallerAccount, 'The call and the account') },
});

const takeCallOperation = operation({
  method: 'post',
  path: '/api/admin/calls/{id}/take',
  who: 'admin',
  summary: 'Assign a call to myself',
  request: { params: CallId },
  responses: { 200: DONE_RESPONSE },
});

const release = operation({
  method: 'post',
  path: '/api/admin/calls/{id}/release',
  who: 'admin',
  summary: 'Put a taken call back into the queue',
  request: { params: CallId },
  responses: { 200: DONE_RESPONSE },
});

const close = operation({
  method: 'post',
  path: '/api/admin/calls/{id}/close',
  who: 'admin',
  summary: 'Close a call you took as done or missed',
  request: { params: CallId, body: body(CallOutcome) },
  responses: { 200: DONE_RESPONSE },
});

const cancelOperation = operation({
  method: 'post',
  path: '/api/admin/calls/{id}/cancel',
  who: 'admin',
  summary: 'Cancel a call and notify the member',
  request: { params: CallId },
  responses: { 200: DONE_RESPONSE },
});

const saveNote = operation({
  method: 'put',
  path: '/api/admin/calls/{id}/notes',
  who: 'admin',
  summary: 'Save notes on a call',
  request: { params: CallId, body: body(CallNotes) },
  responses: { 200: DONE_RESPONSE },
});

export const phoneCallsApi = createApi()
  .openapi(getConcierge, async (c) => c.json(await readConcierge(c.var.deps, c.var.actor!), 200))
  .openapi(book, async (c) => c.json(await bookCall(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(cancel, (c) => respondDone(c, cancelOwnCall(c.var.deps, c.var.actor!, c.req.valid('param').id)))
  .openapi(readDesk, async (c) => c.json(await readCallDesk(c.var.deps), 200))
  .openapi(getDeskAccount, async (c) => c.json(await readCallAccount(c.var.deps, c.req.valid('param').id), 200))
  .openapi(takeCallOperation, (c) => respondDone(c, takeDeskCall(c.var.deps, c.var.actor!, c.req.valid('param').id)))
  .openapi(release, (c) => respondDone(c, releaseDeskCall(c.var.deps, c.var.actor!, c.req.valid('param').id)))
  .openapi(close, (c) =>
    respondDone(c, closeDeskCall(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'))),
  )
  .openapi(cancelOperation, (c) => respondDone(c, cancelDeskCall(c.var.deps, c.var.actor!, c.req.valid('param').id)))
  .openapi(saveNote, (c) =>
    respondDone(c, saveDeskNotes(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').notes)),
  );
