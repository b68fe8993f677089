import type { BusEvent } from '../../bus/events.ts'
import type { RuleRow, Subject } from './store.ts'

/** Returns the subject of a rule as all lists of rules show it. */
export const shownSubject = (row: Pick<RuleRow, 'group_id' | 'user_id' | 'code' | 'name'>) => ({
  subjecttype: row.group_id === null ? ('user' as const) : ('group' as const),
  subjectid: row.group_id ?? row.user_id ?? '',
  subjectcode: row.code,
  subjectname: row.name,
})

/** Returns events for running sessions and open connections; a rule of a group may affect every user. */
export const ruleHints = ({ kind, id }: Subject): BusEvent[] => [
  { kind: 'person.changed', user: kind === 'user' ? id : null, rights: true },
]
