-- Types are those of the class for cards, stations and connectors, too: administrators may add some. What came along
-- keeps what it was called, so that consoles can tell what has been named anew. Older servers: none.
alter table stations drop constraint stations_type_check;
alter table connectors drop constraint connectors_type_check;
alter table cards drop constraint cards_type_check;

alter table class_types add column built_in_name text;
alter table class_states add column built_in_name text;
alter table class_methods add column built_in_name text;
update class_types set built_in_name = name where is_system and version_no = 1;
update class_states set built_in_name = label where is_system and version_no = 1;
update class_methods set built_in_name = label where is_system and version_no = 1;
