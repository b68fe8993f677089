import { describe, expect, it } from 'vitest'
import { type ConnectorAct, unavailableReason, unreachableReason } from './connector-rules.ts'

const online = { statecode: 'available', connected: true }
const free = { statecode: 'available', transactionid: null }
const charging = { statecode: 'charging', transactionid: 7 }

describe('unavailableReason', () => {
  it('offers a charge and a reservation on a free connector', () => {
    expect(unavailableReason('charge', online, free, false)).toBeNull()
    expect(unavailableReason('reserve', online, free, false)).toBeNull()
    expect(unavailableReason('stop', online, free, false)).toBe('notCharging')
    expect(unavailableReason('release', online, free, false)).toBe('notReserved')
  })

  it('offers nothing for an unreachable station, whatever its connectors last reported', () => {
    const acts: ConnectorAct[] = ['charge', 'stop', 'reserve', 'release', 'unlock', 'service']
    for (const act of acts) {
      expect(unavailableReason(act, { ...online, connected: false }, charging, true)).toBe('offline')
      expect(unavailableReason(act, { statecode: 'disabled', connected: false }, charging, true)).toBe(
        'disabled',
      )
    }
    expect(unreachableReason({ statecode: 'deleted', connected: true })).toBe('deleted')
  })

  it('stops a running transaction and starts none beside it, even while the car pauses', () => {
    for (const statecode of ['charging', 'suspendedev', 'suspendedevse', 'finishing']) {
      const connector = { statecode, transactionid: 7 }
      expect(unavailableReason('stop', online, connector, false)).toBeNull()
      expect(unavailableReason('charge', online, connector, false)).toBe('charging')
      expect(unavailableReason('reserve', online, connector, false)).toBe('charging')
    }
  })

  it('allows charging but no reservation while a car is plugged in', () => {
    const plugged = { statecode: 'preparing', transactionid: null }
    expect(unavailableReason('charge', online, plugged, false)).toBeNull()
    expect(unavailableReason('reserve', online, plugged, false)).toBe('occupied')
  })

  it('allows charging a reserved connector, because the holder may come, and cancelling the reservation', () => {
    const reserved = { statecode: 'reserved', transactionid: null }
    expect(unavailableReason('charge', online, reserved, true)).toBeNull()
    expect(unavailableReason('reserve', online, reserved, true)).toBe('reserved')
    expect(unavailableReason('release', online, reserved, true)).toBeNull()
  })

  it('explains what is out of service', () => {
    for (const statecode of ['faulted', 'unavailable'] as const) {
      expect(unavailableReason('charge', online, { statecode, transactionid: null }, false)).toBe(statecode)
      expect(unavailableReason('reserve', online, { statecode, transactionid: null }, false)).toBe(statecode)
      expect(unavailableReason('unlock', online, { statecode, transactionid: null }, false)).toBeNull()
    }
  })

  it('offers no charge on a connector known only from a transaction, and allows stopping there', () => {
    const named = { statecode: 'unavailable', transactionid: null, announced: false }
    expect(unavailableReason('charge', online, named, false)).toBe('notAnnounced')
    expect(unavailableReason('reserve', online, named, false)).toBe('notAnnounced')
    expect(unavailableReason('stop', online, { ...named, transactionid: 7 }, false)).toBeNull()
  })
})
