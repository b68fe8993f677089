import type { Quirk } from './hooks.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const shifted = (atMs: number, byMs: number): string => new Date(atMs + byMs).toISOString()
/** Time until a station with Q13 corrects its clock. */
const correctedAfterMs = 180_000

/** Quirks of the clock and of timestamps. */
export const timeQuirks: readonly Quirk[] = [
  {
    name: 'Q10',
    meaning: 'Writes local time (UTC+8) without a zone',
    make: () => ({ stamp: (atMs) => shifted(atMs, 8 * hourMs).slice(0, 19) }),
  },
  {
    name: 'Q11',
    meaning: 'Writes its offset as +03',
    make: () => ({ stamp: (atMs) => `${shifted(atMs, 3 * hourMs).slice(0, 19)}+03` }),
  },
  {
    name: 'Q12',
    meaning: 'Is in 1970 until its boot is accepted, then sends a status from days ago',
    make: () => {
      let hasReported = false
      return {
        stamp: (atMs, isBooted) => new Date(isBooted ? atMs : atMs % dayMs).toISOString(),
        accepted: (tools) => {
          if (hasReported) return
          hasReported = true
          const atMs = tools.device.clock.now() - 3 * dayMs
          tools.sendCall('StatusNotification', {
            connectorId: tools.device.connectors[0]?.id ?? 1,
            errorCode: 'NoError',
            status: 'Charging',
            timestamp: new Date(atMs).toISOString(),
          })
        },
      }
    },
  },
  {
    name: 'Q13',
    meaning: 'Marks local time (UTC+2) with Z and corrects its clock three minutes after the boot',
    make: () => {
      let correctAtMs = Number.POSITIVE_INFINITY
      return {
        stamp: (atMs) => shifted(atMs, atMs < correctAtMs ? 2 * hourMs : 0),
        accepted: ({ device }) => {
          if (correctAtMs === Number.POSITIVE_INFINITY) correctAtMs = device.clock.now() + correctedAfterMs
        },
      }
    },
  },
  {
    name: 'Q14',
    meaning: 'Cannot read a time with more than milliseconds or without Z, and boots again',
    trait: 'reads-only-z',
  },
]
