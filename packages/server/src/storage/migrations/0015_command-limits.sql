-- P2: radio links are slow and some commands take long: a command may have a time limit of its own.
alter table commands add column answer_ms int; -- null: the one of the server
-- commands are removed when their time is over, and their transfers let go of them
create index transfers_command on transfers (command_id) where command_id is not null;
