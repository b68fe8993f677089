import { describe, expect, it } from 'vitest'
import { type ConnectorAct, whyNot, whyUnheard } from './connector-rules.ts'

const online = { statecode: 'available', connected: true }
const free = { statecode: 'available', transactionid: null }
const charging = { statecode: 'charging', transactionid: 7 }

describe('whyNot', () => {
  it('offers a charge and a reservation on a free connector', () => {
    expect(whyNot('charge', online, free, false)).toBeNull()
    expect(whyNot('reserve', online, free, false)).toBeNull()
    expect(whyNot('stop', online, free, false)).toBe('notCharging')
    expect(whyNot('release', online, free, false)).toBe('notReserved')
  })

  it('offers nothing for an unreachable station, whatever its connectors last reported', () => {
    const acts: ConnectorAct[] = ['charge', 'stop', 'reserve', 'release', 'unlock', 'service']
    for (const act of acts) {
      expect(whyNot(act, { ...online, connected: false }, charging, true)).toBe('offline')
      expect(whyNot(act, { statecode: 'disabled', connected: false }, charging, true)).toBe('disabled')
    }
    expect(whyUnheard({ statecode: 'deleted', connected: true })).toBe('deleted')
  })

  it('stops a running transaction and starts none beside it, even while the car pauses', () => {
    for (const statecode of ['charging', 'suspendedev', 'suspendedevse', 'finishing']) {
      const connector = { statecode, transactionid: 7 }
      expect(whyNot('stop', online, connector, false)).toBeNull()
      expect(whyNot('charge', online, connector, false)).toBe('charging')
      expect(whyNot('reserve', online, connector, false)).toBe('charging')
    }
  })

  it('allows charging but no reservation while a car is plugged in', () => {
    const plugged = { statecode: 'preparing', transactionid: null }
    expect(whyNot('charge', online, plugged, false)).toBeNull()
    expect(whyNot('reserve', online, plugged, false)).toBe('occupied')
  })

  it('allows charging a reserved connector, because the holder may come, and cancelling the reservation', () => {
    const reserved = { statecode: 'reserved', transactionid: null }
    expect(whyNot('charge', online, reserved, true)).toBeNull()
    expect(whyNot('reserve', online, reserved, true)).toBe('reserved')
    expect(whyNot('release', online, reserved, true)).toBeNull()
  })

  it('explains what is out of service', () => {
    for (const statecode of ['faulted', 'unavailable'] as const) {
      expect(whyNot('charge', online, { statecode, transactionid: null }, false)).toBe(statecode)
      expect(whyNot('reserve', online, { statecode, transactionid: null }, false)).toBe(statecode)
      expect(whyNot('unlock', online, { statecode, transactionid: null }, false)).toBeNull()
    }
  })

  it('offers no charge on a connector known only from a transaction, and allows stopping there', () => {
    const named = { statecode: 'unavailable', transactionid: null, announced: false }
    expect(whyNot('charge', online, named, false)).toBe('notAnnounced')
    expect(whyNot('reserve', online, named, false)).toBe('notAnnounced')
    expect(whyNot('stop', online, { ...named, transactionid: 7 }, false)).toBeNull()
  })
})
