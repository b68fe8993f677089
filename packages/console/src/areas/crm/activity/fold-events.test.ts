import { describe, expect, it } from 'vitest'
import { foldEvents } from './fold-events.ts'
import type { Activity } from './use-activity.ts'

/** Events as `kind station minute`, newest first. */
const rowsOf = (...events: string[]): Activity[] =>
  events.map((event, index) => {
    const [kind, stationid, minute] = event.split(' ')
    return {
      id: String(1000 - index),
      datetime: new Date(Date.UTC(2026, 4, 1, 10, Number(minute))).toISOString(),
      kind,
      stationid,
      connectorid: null,
      idtag: null,
      details: {},
    } as unknown as Activity
  })
const shown = (rows: readonly Activity[]) =>
  foldEvents(rows).map(({ newest, count }) => `${newest.id} ${count}`)

describe('folded events', () => {
  it('are those of one cause, also with events of other stations in between', () => {
    const rows = rowsOf('disconnected a 40', 'connected b 39', 'disconnected a 30', 'disconnected a 20')
    expect(shown(rows)).toEqual(['1000 3', '999 1'])
    expect(foldEvents(rows)[0]?.since).toBe(rows[3]?.datetime)
  })

  it('are at least three, and at most twenty minutes apart', () => {
    expect(shown(rowsOf('booted a 40', 'connected b 35', 'booted a 30'))).toEqual([
      '1000 1',
      '999 1',
      '998 1',
    ])
    expect(shown(rowsOf('booted a 50', 'booted a 49', 'booted a 48', 'booted a 20'))).toEqual([
      '1000 3',
      '997 1',
    ])
  })

  it('differ by station and detail, and are never what people do', () => {
    const faults = rowsOf('fault_raised a 5', 'fault_raised a 4', 'fault_raised a 3')
    faults[1]!.details['errorcode'] = 'GroundFailure'
    expect(shown(faults)).toEqual(['1000 1', '999 1', '998 1'])
    expect(shown(rowsOf('booted a 5', 'booted b 4', 'booted c 3'))).toHaveLength(3)
    expect(shown(rowsOf('object_changed a 5', 'object_changed a 4', 'object_changed a 3'))).toHaveLength(3)
  })

  it('grow with older pages and with new events', () => {
    const rows = rowsOf('booted a 5', 'booted a 4', 'booted a 3', 'booted a 2')
    expect(shown(rows.slice(0, 3))).toEqual(['1000 3'])
    expect(shown(rows)).toEqual(['1000 4'])
    expect(shown(rows.slice(1))).toEqual(['999 3'])
  })
})
