-- Corrections that could not be credited, apart from the error of the documents: an invoice can have both. Older servers: they
-- store and show them as the error, as before.

alter table invoices add is_correction_failed boolean not null default false;
update invoices set is_correction_failed = true, error = null where error = 'invoice.correction_failed';
-- locks invoices: only jobs and users of billing write them, who wait; messages of stations do not
drop index invoices_correction_failed;
create index invoices_correction_failed on invoices (seller_id) where is_correction_failed;
