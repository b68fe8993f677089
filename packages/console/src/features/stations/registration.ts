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

/**
 * What a list says instead of the state that the server counts (`displaystate`); null where that state is shown. A
 * station without a connection counts as offline, so its approval does not hide that: one that has never connected
 * says both.
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

/** The same for the server, which leaves deleted stations out until their state is asked for. */
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
