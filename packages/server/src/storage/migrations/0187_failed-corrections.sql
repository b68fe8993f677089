-- Finds invoices whose corrections could not be credited. Older servers: they set no such error.

create index invoices_correction_failed on invoices (seller_id) where error = 'invoice.correction_failed';
