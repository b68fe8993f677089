-- An identity names one station of its account, no longer of all accounts. Older servers: add no stations and find
-- one of several stations of an identity.
create unique index stations_account_identity on stations (account_id, identity);
drop index stations_account;
drop index stations_identity;
-- the short address looks at the oldest few stations of an identity
create index stations_identity on stations (identity, created_at, id);
drop function identity_is_free(text);
