-- For counting the rows of one account.
create index files_account on files (account_id);
create index script_posts_waiting on script_posts (account_id) where state = 'queued';
