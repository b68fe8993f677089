import { describe, expect, it } from 'vitest'
import { registrationOf } from './registration.ts'

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
