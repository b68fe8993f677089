import type { Readings } from '@stationmaster/contract'
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { watchStation } from '../../lib/live.ts'
import { liveValues, totalPower, useReadings, withReadings } from './live-readings.ts'
import type { Connector } from './station-queries.ts'

vi.mock('../../lib/live.ts', () => ({ watchStation: vi.fn(() => vi.fn()) }))

const reading = (part: Partial<Readings>): Readings => ({
  station: 's',
  connectorid: 1,
  transactionid: 7,
  at: 1_000,
  power: null,
  energy: null,
  soc: null,
  ...part,
})
const connector = (part: Partial<Connector>) =>
  ({
    connectorid: 1,
    transactionid: 7,
    power: 5_000,
    energy: 100,
    soc: 10,
    readingsat: new Date(500).toISOString(),
    ...part,
  }) as Connector

describe('readings of a station', () => {
  it('keep the value that a later reading lacks, within one transaction', () => {
    const first = withReadings(new Map(), [reading({ power: 11_000, soc: 40 })])
    const second = withReadings(first, [reading({ at: 2_000, energy: 300 })])
    expect(second.get(1)).toMatchObject({ power: 11_000, soc: 40, energy: 300, at: 2_000 })
    const other = withReadings(second, [reading({ at: 3_000, transactionid: 8, power: 1 })])
    expect(other.get(1)).toMatchObject({ power: 1, soc: null, energy: null })
  })

  it('ignore older readings', () => {
    const board = withReadings(new Map(), [reading({ power: 2 }), reading({ at: 900, power: 1 })])
    expect(board.get(1)?.power).toBe(2)
  })

  it('replace the values of the row if they are newer and of the same transaction', () => {
    const board = withReadings(new Map(), [reading({ power: 9_000 })])
    expect(liveValues(connector({}), board)).toEqual({
      power: 9_000,
      energy: 100,
      soc: 10,
      readingsat: new Date(1_000).toISOString(),
    })
    expect(liveValues(connector({ transactionid: 8 }), board).power).toBe(5_000)
    expect(liveValues(connector({ readingsat: new Date(5_000).toISOString() }), board).power).toBe(5_000)
  })

  it('are empty once no transaction runs', () => {
    const board = withReadings(new Map(), [reading({ power: 9_000 })])
    expect(liveValues(connector({ transactionid: null }), board).power).toBeNull()
    expect(totalPower([connector({ transactionid: null })], board)).toBeNull()
  })

  it('are summed over the connectors', () => {
    const board = withReadings(new Map(), [reading({ power: 9_000 })])
    const idle = connector({ connectorid: 3, transactionid: null })
    expect(totalPower([connector({}), connector({ connectorid: 2 }), idle], board)).toBe(14_000)
  })
})

it('keeps readings over renders, and subscribes once for all components', () => {
  const watch = vi.mocked(watchStation)
  const first = renderHook(() => useReadings('s'))
  const second = renderHook(() => useReadings('s'))
  expect(watch).toHaveBeenCalledTimes(1)
  act(() => watch.mock.calls[0]?.[1]([reading({ power: 9_000 })]))
  first.rerender()
  second.rerender()
  expect(first.result.current.get(1)?.power).toBe(9_000)
  expect(second.result.current).toBe(first.result.current)
  expect(watch).toHaveBeenCalledTimes(1)
  const stop = watch.mock.results[0]?.value as () => void
  first.unmount()
  expect(stop).not.toHaveBeenCalled()
  second.unmount()
  expect(stop).toHaveBeenCalledTimes(1)
})
