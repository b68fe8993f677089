-- Names under which the queue has locked the jobs of a process, so that another one can release them after its end. Older
-- servers: none.
alter table server_processes add column job_workers text[] not null default '{}';
