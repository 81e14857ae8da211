-- What a challenge counts, and attempts that have started and have no time.

-- Laps of a race that count. Null for games without laps, for meetups, and for challenges from before: one lap if their game
-- is the lantern race.
alter table event add column laps bigint;
-- The gates and the laps of the course at the start of the event, as its game writes them; null before the start, and for games
-- without a course.
alter table event add column course text;
alter table event add constraint event_laps
  check (laps between 1 and 3 and (laps is null or kind = 'challenge'));
alter table event add constraint event_course
  check (length(course) <= 100 and (course is null or kind = 'challenge'));

-- started: on the way, or given up. void: stopped by the platform; it uses no attempt. unchecked: no moderator has decided in
-- time.
alter table attempt alter column time_ms drop not null;
alter table attempt drop constraint attempt_state;
alter table attempt add constraint attempt_state
  check (state in ('started', 'void', 'counted', 'pending', 'rejected', 'unchecked'));
alter table attempt add constraint attempt_has_time
  check ((state in ('started', 'void')) = (time_ms is null));
