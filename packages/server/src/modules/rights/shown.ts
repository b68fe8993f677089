import type { BusEvent } from '../../bus/events.ts'
import type { RuleRow, Subject } from './store.ts'

/** Whom a rule is about, as all rules show it. */
export const shownSubject = (row: Pick<RuleRow, 'group_id' | 'user_id' | 'code' | 'name'>) => ({
  subjecttype: row.group_id === null ? ('user' as const) : ('group' as const),
  subjectid: row.group_id ?? row.user_id ?? '',
  subjectcode: row.code,
  subjectname: row.name,
})

/** Running sessions and open lines learn of it at once; of a group everybody may be concerned. */
export const ruleHints = ({ kind, id }: Subject): BusEvent[] => [
  { kind: 'person.changed', user: kind === 'user' ? id : null, rights: true },
]
