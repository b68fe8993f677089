import { sql } from 'kysely'

/** True if the list of `stations s` of `accounts a`, with `local_list_syncs y`, is generated. */
export const hasAutomaticList = sql<boolean>`coalesce(y.is_automatic, a.auto_local_lists)`

/** State of the generated list; null if it is not generated. */
export const localListState = sql<
  'current' | 'outdated' | 'failed' | null
>`case when not ${hasAutomaticList} then null
  when y.checked_at is not null and y.outdated_since is null then 'current'
  when y.error_code is not null then 'failed' else 'outdated' end`
