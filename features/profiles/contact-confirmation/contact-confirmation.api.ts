import { body, createApi, json, operation } from '../../../server/http.ts';
import { getVisit } from '../../accounts/auth-protocol.api.ts';
import { confirmContact, getOwnContacts, sendContactCode } from './contact-confirmation.commands.ts';
import { ContactCode, ContactPath, OwnContacts } from './contact-confirmation.schema.ts';

const read = operation({
  method: 'get',
  path: '/api/profiles/me/contacts',
  who: 'user',
  summary: "List my profile's contacts and their confirmation status",
  responses: { 200: json(OwnContacts, 'Email and phone') },
});

const send = operation({
  method: 'post',
  path: '/api/profiles/me/contacts/{kind}/code',
  who: 'user',
  surface: 'own',
  summary: 'Send a confirmation code to a contact on my profile',
  request: { params: ContactPath },
  responses: { 200: json(OwnContacts, 'On its way') },
});

const confirm = operation({
  method: 'post',
  path: '/api/profiles/me/contacts/{kind}/confirmation',
  who: 'user',
  surface: 'own',
  summary: 'Confirm a contact on my profile with its code',
  request: { params: ContactPath, body: body(ContactCode) },
  responses: { 200: json(OwnContacts, 'Confirmed; messages will go there from now on') },
});

export const contactsApi = createApi()
  .openapi(read, async (c) => c.json({ contacts: await getOwnContacts(c.var.deps, c.var.actor!.userId) }, 200))
  .openapi(send, async (c) => {
    const { deps, actor } = c.var;
    await sendContactCode(deps, actor!, c.req.valid('param').kind, getVisit(c));
    return c.json({ contacts: await getOwnContacts(deps, actor!.userId) }, 200);
  })
  .openapi(confirm, async (c) => {
    const { deps, actor } = c.var;
    await confirmContact(deps, actor!, c.req.valid('param').kind, c.req.valid('json').code);
    return c.json({ contacts: await getOwnContacts(deps, actor!.userId) }, 200);
  });
