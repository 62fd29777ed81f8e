import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import type { Message } from '../../messages/message.ts';
import { optionalText, requiredText } from '../../text/short-text.ts';
import { instant } from '../../time/instant-schema.ts';
import * as messages from './support.messages.ts';
import { ABOUT_KINDS, LIMITS, REQUEST_STATES, TOPICS } from './support-topics.schema.ts';

const createText = (missing: Message) =>
  requiredText(LIMITS.text, {
    missing: issueText(missing),
    tooLong: issueText(messages.textTooLong, { max: LIMITS.text }),
  });

const Text = createText(messages.textMissing);
const clientId = z.uuid(issueText(messages.clientIdInvalid));

export const RequestId = z.object({ id: z.uuid(issueText(messages.requestIdInvalid)) });

export const NewRequest = z.object({
  /** The client's id for the request. Sending the same id again doesn't create another one. */
  id: clientId,
  topic: z.enum(TOPICS, issueText(messages.topicMissing)),
  text: Text,
  about: z
    .object({
      kind: z.enum(ABOUT_KINDS, issueText(messages.contextInvalid)),
      id: z.uuid(issueText(messages.contextInvalid)),
    })
    .nullable()
    .default(null),
  /** Path of the page that the person came from. */
  page: optionalText(LIMITS.page, issueText(messages.contextInvalid))
    .refine((path) => path === '' || /^\/(?!\/)[^?#\\]*$/.test(path), issueText(messages.contextInvalid))
    .nullable()
    .default(null),
  /** The id of the request that failed, from an error page. */
  error_reference: z
    .string()
    .regex(new RegExp(`^[\\w-]{1,${LIMITS.reference}}$`), issueText(messages.contextInvalid))
    .nullable()
    .default(null),
});
export type NewRequest = z.output<typeof NewRequest>;

export const OwnNewRequest = NewRequest.extend({
  /** Whether to email the person a copy of their message. */
  copy: z.boolean(issueText(messages.copyInvalid)).default(false),
});

export const VisitorNewRequest = NewRequest.extend({
  email: z
    .string(issueText(messages.emailMissing))
    .trim()
    .min(1, { error: issueText(messages.emailMissing), abort: true })
    .max(LIMITS.email, issueText(messages.emailInvalid))
    .pipe(z.email(issueText(messages.emailInvalid))),
});

export const NewReply = z.object({
  /** The client's id for the message. Sending the same id again doesn't create another one. */
  id: clientId,
  text: Text,
});
export type NewReply = z.output<typeof NewReply>;

/** The key from the link in our emails, which opens a visitor's request. */
const key = z.uuid(issueText(messages.linkInvalid));
export const VisitorKey = z.object({ key });
export const VisitorReply = NewReply.extend({ key });

const About = z.object({ kind: z.enum(ABOUT_KINDS), id: z.uuid() }).nullable();
const state = z.enum(REQUEST_STATES);
const topic = z.enum(TOPICS);

const ConversationMessage = z.object({
  id: z.uuid(),
  author: z.enum(['person', 'team']),
  text: z.string(),
  created_at: instant,
});

/** A request as the requester sees it. */
export const Conversation = z.object({
  id: z.uuid(),
  topic,
  state,
  about: About,
  created_at: instant,
  messages: z.array(ConversationMessage),
});
export type Conversation = z.infer<typeof Conversation>;

export const RequestLine = z.object({
  id: z.uuid(),
  topic,
  state,
  /** The beginning of the first message. */
  excerpt: z.string(),
  created_at: instant,
  updated_at: instant,
});
export type RequestLine = z.infer<typeof RequestLine>;

/** Value of `before` for the next page; null at the end. */
const next = z.string().nullable();
export const RequestPage = z.object({ requests: z.array(RequestLine), next });
export type RequestPage = z.infer<typeof RequestPage>;

const Person = z.object({ id: z.uuid(), name: z.string().nullable() });
const Admin = Person.nullable();

export const DeskQuery = z.object({
  state: z.enum(REQUEST_STATES, 'Choose open, waiting, answered or closed.').default('open'),
  after: z.string().max(100, 'Support page not found.').optional(),
});

export const DeskLine = RequestLine.extend({
  /** The account; null for a visitor. */
  person: Person.nullable(),
  visitor_email: z.string().nullable(),
  taken_by: Admin,
  state_since: instant,
});
export type DeskLine = z.infer<typeof DeskLine>;
export const DeskPage = z.object({
  requests: z.array(DeskLine),
  next,
  /** Number of requests in each state that isn't final. */
  counts: z.object({ open: z.number().int(), waiting: z.number().int(), answered: z.number().int() }),
});
export type DeskPage = z.infer<typeof DeskPage>;

export const DeskRequest = DeskLine.omit({ excerpt: true }).extend({
  version: z.number().int(),
  about: About,
  page: z.string().nullable(),
  error_reference: z.string().nullable(),
  language: z.string(),
  messages: z.array(
    ConversationMessage.extend({
      written_by: Admin,
      /** Delivery status of our email about the message; null if no email was sent. */
      email: z.enum(['waiting', 'sent', 'failed']).nullable(),
    }),
  ),
  notes: z.array(z.object({ id: z.uuid(), text: z.string(), written_by: Admin, created_at: instant })),
});
export type DeskRequest = z.infer<typeof DeskRequest>;

const deskText = requiredText(LIMITS.text, {
  missing: 'Enter a text.',
  tooLong: `Use at most ${LIMITS.text} characters.`,
});
const version = z.number({ error: 'Send the version you see.' }).int('Send the version you see.');

export const DeskAnswer = z.object({
  id: z.uuid('Send an id for the answer.'),
  text: deskText,
  /** The state after the answer: `waiting` asks the person for something. */
  state: z.enum(['waiting', 'answered', 'closed'], 'Choose waiting, answered or closed.'),
  version,
});
export type DeskAnswer = z.output<typeof DeskAnswer>;

export const DeskState = z.object({
  state: z.enum(REQUEST_STATES, 'Choose open, waiting, answered or closed.'),
  version,
});
export const DeskNote = z.object({ id: z.uuid('Send an id for the note.'), text: deskText });
export const DeskAssignment = z.object({
  /** Whether to assign the request to the caller. If false, it's assigned to no one. */
  mine: z.boolean('Say whether it is yours.'),
});
