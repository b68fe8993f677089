import { describe, expect, it } from 'vitest'
import {
  limitAt,
  limitIn,
  type ChargingProfile,
  type InstalledProfile,
  type LimitQuery,
} from './charging-profiles.ts'
import { compositeSchedule } from './composite-schedule.ts'

const noon = Date.parse('2026-03-02T12:00:00.000Z')
const hour = 3_600_000
const at = (hours: number): string => new Date(noon + hours * hour).toISOString()

const outlet = { kind: 'ac', powerW: 22_080 } as const
const query: LimitQuery = {
  connectorId: 1,
  outlet,
  atMs: noon,
  transactionStartMs: noon - hour,
  transactionNumber: 7,
}

type Changes = Partial<Omit<ChargingProfile, 'chargingSchedule'>> & {
  schedule?: Partial<ChargingProfile['chargingSchedule']>
  connectorId?: number
}
let ids = 0
function installed({ schedule, connectorId = 1, ...changes }: Changes): InstalledProfile {
  return {
    connectorId,
    installedAtMs: noon - 2 * hour,
    profile: {
      chargingProfileId: ++ids,
      stackLevel: 0,
      chargingProfilePurpose: 'TxDefaultProfile',
      chargingProfileKind: 'Absolute',
      ...changes,
      chargingSchedule: {
        chargingRateUnit: 'A',
        chargingSchedulePeriod: [{ startPeriod: 0, limit: 10 }],
        ...schedule,
      },
    },
  }
}
const limited = (limit: number, changes: Changes = {}): InstalledProfile =>
  installed({
    ...changes,
    schedule: { chargingSchedulePeriod: [{ startPeriod: 0, limit }], ...changes.schedule },
  })

describe('the limit of a connector (E2 3.13)', () => {
  it.each<[string, InstalledProfile[], number | null]>([
    ['without profiles', [], null],
    ['of a default', [limited(10)], 10],
    ['of a default for all connectors', [limited(10, { connectorId: 0 })], 10],
    [
      'of the connector rather than of all',
      [limited(10, { connectorId: 0, stackLevel: 5 }), limited(12)],
      12,
    ],
    ['of another connector', [limited(10, { connectorId: 2 })], null],
    ['of the highest level', [limited(10), limited(16, { stackLevel: 1 })], 16],
    [
      'of the level below while the highest says nothing',
      [limited(10), limited(16, { stackLevel: 1, validFrom: at(1) })],
      10,
    ],
    ['that is over', [limited(10, { validTo: at(0) })], null],
    ['of the transaction', [limited(10), limited(14, { chargingProfilePurpose: 'TxProfile' })], 14],
    [
      'of another transaction',
      [limited(14, { chargingProfilePurpose: 'TxProfile', transactionId: 8 })],
      null,
    ],
    [
      'of the station when it is stricter',
      [limited(10), limited(8, { chargingProfilePurpose: 'ChargePointMaxProfile', connectorId: 0 })],
      8,
    ],
    ['that has not begun', [limited(10, { schedule: { startSchedule: at(1) } })], null],
    ['whose duration is over', [limited(10, { schedule: { startSchedule: at(-2), duration: 3_600 } })], null],
    [
      'relative to the start of the transaction',
      [
        installed({
          chargingProfileKind: 'Relative',
          schedule: {
            chargingSchedulePeriod: [
              { startPeriod: 0, limit: 32 },
              { startPeriod: 3_600, limit: 9 },
            ],
          },
        }),
      ],
      9,
    ],
    [
      'that comes again every day',
      [
        limited(11, {
          chargingProfileKind: 'Recurring',
          recurrencyKind: 'Daily',
          schedule: { startSchedule: at(-49), duration: 7_200 },
        }),
      ],
      11,
    ],
    [
      'that comes again every week, on another day',
      [
        limited(11, {
          chargingProfileKind: 'Recurring',
          recurrencyKind: 'Weekly',
          schedule: { startSchedule: at(-49), duration: 7_200 },
        }),
      ],
      null,
    ],
  ])('%s', (_what, profiles, ampere) => {
    const limit = limitAt(profiles, query)
    expect(limit && limitIn('A', limit, outlet)).toBe(ampere)
  })

  it('of the whole station is shared by the charging connectors', () => {
    const most = limited(22_080, {
      chargingProfilePurpose: 'ChargePointMaxProfile',
      connectorId: 0,
      schedule: { chargingRateUnit: 'W' },
    })
    expect(limitAt([most], { ...query, chargingConnectors: 2 })).toMatchObject({ powerW: 11_040 })
  })

  it.each([
    ['W', { ampere: 16 }, 11_040],
    ['W', { ampere: 16, phases: 1 }, 3_680],
    ['A', { powerW: 6_900 }, 10],
  ] as const)('in %s of %j is %d', (unit, limit, value) => {
    expect(limitIn(unit, limit, outlet)).toBe(value)
  })
})

describe('a composite schedule', () => {
  it('contains every change within its span, and the power of the outlet where no profile applies', () => {
    const daily = limited(8, {
      chargingProfileKind: 'Recurring',
      recurrencyKind: 'Daily',
      schedule: { startSchedule: at(-23), duration: 1_800 },
    })
    const late = limited(12, { stackLevel: 1, validFrom: at(2), validTo: at(3) })
    expect(compositeSchedule([daily, late], query, { durationS: 4 * 3_600, unit: 'A' })).toEqual([
      { startPeriod: 0, limit: 32 },
      { startPeriod: 3_600, limit: 8 },
      { startPeriod: 5_400, limit: 32 },
      { startPeriod: 7_200, limit: 12 },
      { startPeriod: 10_800, limit: 32 },
    ])
  })
})
