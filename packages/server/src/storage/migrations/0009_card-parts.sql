-- Cards by what their code begins or ends with, for tags of which a reader lost a part. Older servers: none.
create index cards_beginning on cards (account_id, (code_folded collate "C"));
create index cards_ending on cards (account_id, (reverse(code_folded) collate "C"));
