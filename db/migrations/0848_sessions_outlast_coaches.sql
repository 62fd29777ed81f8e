-- Whoever coaches can be erased like everybody else. Their sessions keep the name under which they were booked.
alter table bookings drop constraint bookings_coach_id_fkey;
