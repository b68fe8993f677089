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

describe('how a station stands', () => {
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
  ] as const)('told %s, decided %s: %s', (told, decided, stands) => {
    expect(registrationOf(station(told, decided))).toBe(stands)
  })

  it.each(['disabled', 'deleted'])('one that is %s waits for nobody', (statecode) => {
    expect(registrationOf(station('Pending', 'policy', statecode))).toBeNull()
  })
})

describe('what a list says of a station', () => {
  const at = '2026-01-01T00:00:00.000Z'
  it.each([
    // connected: how it is registered
    ['Pending', 'accepted', true, at, 'approved'],
    ['Accepted', 'accepted', true, at, null],
    // without a connection it is offline, as the server counts it
    ['Pending', 'accepted', false, at, null],
    ['Rejected', 'accepted', false, at, null],
    [null, 'accepted', false, null, 'neverConnected'],
    [null, 'policy', false, null, null],
    // what a person has to decide is shown all the same
    ['Pending', 'policy', false, at, 'waiting'],
    ['Accepted', 'rejected', false, at, 'rejected'],
  ] as const)('boot %s, %s, connected %s since %s: %s', (told, decided, connected, since, said) => {
    expect(statusOf({ ...station(told, decided), connected, connectionupdate: since })).toBe(said)
  })
})
