-- Since when somebody who has published too often for another look waits for the next run.
alter table matcher_looks add column put_off_at timestamptz;
