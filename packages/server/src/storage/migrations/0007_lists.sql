-- Orders in which people look at long lists: administrators see all accounts, a card has its sessions. Older servers: none.
create index transactions_recent on transactions (started_at desc, id desc);
create index transactions_tag on transactions (id_tag, started_at desc);
create index transactions_card on transactions (card_id, started_at desc) where card_id is not null;
create index commands_recent on commands (created_at desc, id desc);
create index quarantine_recent on quarantine (received_at desc, id desc);
