-- Part of an invoice that its client had paid in advance when it was issued; its documents state it. Older servers: 0.
alter table invoices add advance_minor bigint not null default 0;
