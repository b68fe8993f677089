-- When an invoice became open again after it was paid, from which its reminders start again. Older servers: they do not start them
-- again.

alter table invoices add column reopened_at timestamptz;
