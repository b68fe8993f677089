import { describe, expect, it } from 'vitest'
import { shapeOf } from './answer-shape.ts'

describe('the response of a station as a table', () => {
  it('has the keys of GetConfiguration and the unknown keys', () => {
    const response = {
      configurationKey: [
        { key: 'HeartbeatInterval', readonly: false, value: '300' },
        { key: 'NumberOfConnectors', readonly: true },
      ],
      unknownKey: ['Nonsense'],
    }
    expect(shapeOf('GetConfiguration', response)).toEqual({
      kind: 'keys',
      keys: [
        { key: 'HeartbeatInterval', value: '300', readonly: false },
        { key: 'NumberOfConnectors', value: null, readonly: true },
      ],
      unknown: ['Nonsense'],
    })
  })

  it('has the periods of GetCompositeSchedule', () => {
    const chargingSchedule = {
      chargingRateUnit: 'A',
      chargingSchedulePeriod: [
        { startPeriod: 0, limit: 16, numberPhases: 3 },
        { startPeriod: 600, limit: 6.5 },
      ],
    }
    const start = '2026-11-21T08:00:00Z'
    const response = { status: 'Accepted', connectorId: 1, scheduleStart: start, chargingSchedule }
    const periods = [
      { after: 0, limit: 16, phases: 3 },
      { after: 600, limit: 6.5, phases: null },
    ]
    const table = { kind: 'schedule', start, unit: 'A', periods }
    expect(shapeOf('GetCompositeSchedule', response)).toEqual(table)
    expect(shapeOf('GetCompositeSchedule', { ...response, scheduleStart: 'soon' })).toEqual({
      ...table,
      start: null,
    })
  })

  it('is null if a table would leave something out', () => {
    expect(shapeOf('GetConfiguration', { configurationKey: [{ key: 1 }] })).toBeNull()
    expect(shapeOf('GetConfiguration', { configurationKey: [] })).toBeNull()
    expect(shapeOf('GetConfiguration', '[')).toBeNull()
    expect(shapeOf('GetCompositeSchedule', { status: 'Rejected' })).toBeNull()
    expect(shapeOf('Reset', { status: 'Accepted' })).toBeNull()
  })
})
