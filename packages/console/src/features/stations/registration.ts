import type { AnswerOf, stationList } from '@stationmaster/contract'
import type { SearchTerm } from '../../lib/list.ts'

type Station = AnswerOf<typeof stationList>[number]

/**
 * Registration of a station that is not simply accepted. `approved`, and `rejected` after a user's decision,
 * take effect at the next BootNotification (OCPP 1.6, 4.2).
 */
export type Registration = 'waiting' | 'rejected' | 'approved'

/**
 * Returns the registration: a user's decision counts before the last boot status; null for a station that may
 * charge or is disabled anyway.
 */
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

/**
 * Returns what a list shows instead of the state that the server counts (`displaystate`); null if that state
 * is shown. A station without a connection counts as offline, and its approval does not hide that; one that
 * has never connected shows both.
 */
export function statusOf(
  station: Pick<Station, 'statecode' | 'approval' | 'bootstatus' | 'connected' | 'connectionupdate'>,
): Registration | 'neverConnected' | null {
  const registration = registrationOf(station)
  if (station.connected || station.statecode === 'disabled' || station.statecode === 'deleted')
    return registration
  if (station.approval === 'accepted') return station.connectionupdate === null ? 'neverConnected' : null
  return registration
}

export const registrationFilters = ['all', 'waiting', 'rejected', 'deleted'] as const
export type RegistrationFilter = (typeof registrationFilters)[number]

/**
 * Search terms of the same states for the server, which excludes deleted stations unless their state is
 * requested.
 */
export const registrationTerms: Record<'waiting' | 'rejected' | 'deleted', readonly SearchTerm[]> = {
  waiting: [
    { field: 'bootstatus', compare: 'EQL', value: 'Pending' },
    { condition: 'AND', field: 'approval', compare: 'EQL', value: 'policy' },
  ],
  rejected: [
    { lstr: '(', field: 'bootstatus', compare: 'EQL', value: 'Rejected' },
    { condition: 'OR', field: 'approval', compare: 'EQL', value: 'rejected', rstr: ')' },
    { condition: 'AND', field: 'approval', compare: 'NEQ', value: 'accepted' },
  ],
  deleted: [{ field: 'statetypecode', compare: 'EQL', value: 'deleted' }],
}
