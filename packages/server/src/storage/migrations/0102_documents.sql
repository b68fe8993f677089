-- Files of sites and clients that are no pictures have no thumbnail; the size of all files of an account is limited.
-- Older servers: add no pictures, which have a size.
alter table files alter thumbnail drop not null, add size int;
update files set size = octet_length(content);
alter table files alter size set not null;
