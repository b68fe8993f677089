-- Activity: the index of stations has the kind, so that a user of a client with many stations finds events of one kind
-- without reading those of other kinds or stations. Events with a card are found by the card, whose code may change,
-- and others by their tag: each is in one of the two indexes. Older servers: none.
drop index activity_station, activity_tag;
create index activity_station on activity (station_id, kind, id) where station_id is not null;
create index activity_card on activity (card_id, id) where card_id is not null;
create index activity_tag on activity (account_id, tag_folded, id) where tag_folded is not null and card_id is null;
