import { z } from '@hono/zod-openapi';
import { coaches as coachFaces } from '../../../content/coaches-content.ts';
import { body, createApi, DONE_RESPONSE, json, operation, respondDone } from '../../../server/http.ts';
import { instant } from '../../../time/instant-schema.ts';
import { recordAudit } from '../../moderation/audit.commands.ts';
import { readCalendarFile } from '../booking-views.commands.ts';
import { BookingId, CoachCalendar, CoachHours, OrderId, StartedBooking } from '../bookings.schema.ts';
import {
  appointCoach,
  approveSession,
  cancelCoachingSession,
  chooseSession,
  moveSession,
  readCalendar,
  setCoachHours,
} from './coaching.commands.ts';
import { findCoachOfUser, listBookableCoaches, listDaysOff } from './coaching.queries.ts';

const CoachId = z.object({ id: z.string().max(64) });

const listCoaches = operation({
  method: 'get',
  path: '/api/coaches',
  // An event about a coach who deletes or restores their account is published under `players`, like any player's.
  shows: ['coaches', 'players'],
  who: 'visitor',
  summary: 'List bookable coaches',
  responses: { 200: json(z.object({ bookable: z.array(z.string()) }), 'IDs of the coaches you can book') },
});

const getCalendar = operation({
  method: 'get',
  path: '/api/coaches/{id}/calendar',
  who: 'visitor',
  summary: "List a coach's free half hours in the next two weeks",
  request: { params: CoachId },
  responses: { 200: json(CoachCalendar, 'The calendar') },
});

const getOwnHours = operation({
  method: 'get',
  path: '/api/coaching/hours',
  who: 'user',
  summary: 'Get my coaching hours (null if not a coach)',
  responses: {
    200: json(
      z.object({ coachId: z.string(), name: z.string(), settings: CoachHours }).nullable(),
      'My coaching hours',
    ),
  },
});

const saveHours = operation({
  method: 'put',
  path: '/api/coaching/hours',
  who: 'user',
  surface: 'offers',
  summary: 'Set my coaching hours, time zone and days off',
  request: { body: body(CoachHours) },
  responses: { 200: DONE_RESPONSE },
});

const chooseHour = operation({
  method: 'post',
  path: '/api/coaching/orders/{id}/session',
  who: 'user',
  surface: 'booking-buyer',
  summary: 'Choose coach and time for a paid session',
  request: { params: OrderId, body: body(z.object({ coachId: z.string().max(64), startsAt: instant })) },
  responses: { 200: json(StartedBooking, 'The booking') },
});

const cancel = operation({
  method: 'post',
  path: '/api/bookings/{id}/cancel',
  who: 'user',
  surface: 'own',
  summary: 'Cancel a session before it starts',
  request: { params: BookingId },
  responses: { 200: DONE_RESPONSE },
});

const move = operation({
  method: 'post',
  path: '/api/bookings/{id}/move',
  who: 'user',
  surface: 'own',
  summary: "Move a session with 24 hours' notice",
  request: { params: BookingId, body: body(z.object({ startsAt: instant })) },
  responses: { 200: DONE_RESPONSE },
});

const confirm = operation({
  method: 'post',
  path: '/api/bookings/{id}/confirm',
  who: 'user',
  surface: 'own',
  summary: 'Confirm that a session took place',
  request: { params: BookingId },
  responses: { 200: DONE_RESPONSE },
});

const downloadCalendarEntry = operation({
  method: 'get',
  path: '/api/bookings/{id}/session.ics',
  who: 'user',
  summary: 'Get a session as a calendar entry',
  request: { params: BookingId },
  responses: { 200: { description: 'A calendar file', content: { 'text/calendar': { schema: z.string() } } } },
});

const appoint = operation({
  method: 'put',
  path: '/api/admin/coaches/{id}',
  who: 'admin',
  summary: 'Link a coach to a user account',
  request: { params: CoachId, body: body(z.object({ userId: z.uuid(), timezone: z.string().max(64) })) },
  responses: { 200: DONE_RESPONSE },
});

export const coachingApi = createApi()
  .openapi(listCoaches, async (c) =>
    c.json({ bookable: await listBookableCoaches(c.var.deps.reads, c.var.deps.now()) }, 200),
  )
  .openapi(getCalendar, async (c) =>
    c.json(await readCalendar(c.var.deps, c.req.valid('param').id, c.var.actor?.userId), 200),
  )
  .openapi(getOwnHours, async (c) => {
    const coach = await findCoachOfUser(c.var.deps.db, c.var.actor!.userId);
    if (!coach) return c.json(null, 200);
    const { coachId, timezone, hours, active } = coach;
    const name = coachFaces.find((face) => face.id === coachId)?.name ?? coachId;
    const daysOff = await listDaysOff(c.var.deps.db, coachId);
    return c.json({ coachId, name, settings: { timezone, hours, active, daysOff } }, 200);
  })
  .openapi(saveHours, (c) => respondDone(c, setCoachHours(c.var.deps, c.var.actor!, c.req.valid('json'))))
  .openapi(chooseHour, async (c) => {
    const bookingId = await chooseSession(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ bookingId }, 200);
  })
  .openapi(cancel, (c) => respondDone(c, cancelCoachingSession(c.var.deps, c.var.actor!, c.req.valid('param').id)))
  .openapi(move, (c) =>
    respondDone(c, moveSession(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').startsAt)),
  )
  .openapi(confirm, (c) => respondDone(c, approveSession(c.var.deps, c.var.actor!, c.req.valid('param').id)))
  .openapi(downloadCalendarEntry, async (c) => {
    const file = await readCalendarFile(c.var.deps, c.var.actor!, c.req.valid('param').id);
    c.header('Content-Disposition', 'attachment; filename="coaching.ics"');
    return c.body(file, 200, { 'Content-Type': 'text/calendar; charset=utf-8' }) as never;
  })
  .openapi(appoint, async (c) => {
    const { deps } = c.var;
    const coachId = c.req.valid('param').id;
    const input = c.req.valid('json');
    const appointment = deps.db.transaction(async (tx) => {
      await appointCoach(tx, deps, { coachId, ...input, hours: [] });
      const entry = { adminId: c.var.actor!.userId, action: 'appoint_coach', targetType: 'coach', targetId: coachId };
      await recordAudit(tx, deps, { ...entry, after: input });
    });
    return respondDone(c, appointment);
  });
