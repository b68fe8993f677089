import type { AnswerOf, stationList } from '@stationmaster/contract'
import type { SearchTerm } from '../../lib/list.ts'

type Station = AnswerOf<typeof stationList>[number]

/**
 * How a station stands that is not simply accepted. `approved` and what a person has just rejected are told to the
 * station at its next boot (OCPP 1.6, 4.2).
 */
export type Registration = 'waiting' | 'rejected' | 'approved'

/** What a person decided counts before what the station was told; null for one that may charge, or is out anyway. */
export function registrationOf({
  statecode,
  approval,
  bootstatus,
}: Pick<Station, 'statecode' | 'approval' | 'bootstatus'>): Registration | null {
  if (statecode === 'disabled' || statecode === 'deleted') return null
  if (approval === 'rejected') return 'rejected'
  if (bootstatus !== 'Pending' && bootstatus !== 'Rejected') return null
  if (approval === 'accepted') return 'approved'
  return bootstatus === 'Pending' ? 'waiting' : 'rejected'
}

export const registrationFilters = ['all', 'waiting', 'rejected'] as const
export type RegistrationFilter = (typeof registrationFilters)[number]

/** The same for the server: stations that wait, and stations that are rejected. */
export const registrationTerms: Record<'waiting' | 'rejected', readonly SearchTerm[]> = {
  waiting: [
    { field: 'bootstatus', compare: 'EQL', value: 'Pending' },
    { condition: 'AND', field: 'approval', compare: 'EQL', value: 'policy' },
  ],
  rejected: [
    { lstr: '(', field: 'bootstatus', compare: 'EQL', value: 'Rejected' },
    { condition: 'OR', field: 'approval', compare: 'EQL', value: 'rejected', rstr: ')' },
    { condition: 'AND', field: 'approval', compare: 'NEQ', value: 'accepted' },
  ],
}
