import { describe, expect, it } from 'vitest'
import { registrationOf, statusOf } from './registration.ts'

const station = (
  bootstatus: string | null,
  approval: 'policy' | 'accepted' | 'rejected',
  statecode = 'available',
) => ({
  bootstatus,
  approval,
  statecode,
})

describe('the registration of a station', () => {
  it.each([
    [null, 'policy', null],
    ['Accepted', 'policy', null],
    ['Accepted', 'accepted', null],
    ['Pending', 'policy', 'waiting'],
    ['Rejected', 'policy', 'rejected'],
    ['Pending', 'accepted', 'approved'],
    ['Rejected', 'accepted', 'approved'],
    ['Pending', 'rejected', 'rejected'],
    ['Accepted', 'rejected', 'rejected'],
  ] as const)('reported %s, decided %s: %s', (bootstatus, decided, expected) => {
    expect(registrationOf(station(bootstatus, decided))).toBe(expected)
  })

  it.each(['disabled', 'deleted'])('is null for a station that is %s', (statecode) => {
    expect(registrationOf(station('Pending', 'policy', statecode))).toBeNull()
  })
})

describe('the status of a station in a list', () => {
  const at = '2026-01-01T00:00:00.000Z'
  it.each([
    // connected: its registration
    ['Pending', 'accepted', true, at, 'approved'],
    ['Accepted', 'accepted', true, at, null],
    // without a connection: offline, as the server counts it
    ['Pending', 'accepted', false, at, null],
    ['Rejected', 'accepted', false, at, null],
    [null, 'accepted', false, null, 'neverConnected'],
    [null, 'policy', false, null, null],
    // a pending decision is shown in any case
    ['Pending', 'policy', false, at, 'waiting'],
    ['Accepted', 'rejected', false, at, 'rejected'],
  ] as const)('boot %s, %s, connected %s since %s: %s', (bootstatus, decided, connected, since, expected) => {
    expect(statusOf({ ...station(bootstatus, decided), connected, connectionupdate: since })).toBe(expected)
  })
})
