import { expect, it } from 'vitest'
import { reasonOfOutage } from './outage-note.ts'

const note = (outofservicereason: string | null, outofservicesince: string | null) => ({
  outofservicereason,
  outofservicesince,
})
const inService = note(null, null)

it.each([
  ['of the connector', [note('Broken plug', '2026-05-02T08:00:00.000Z'), inService], 'Broken plug'],
  ['of the station', [inService, note('Building site', '2026-05-02T08:00:00.000Z')], 'Building site'],
  ['none, if the outage ended before', [note('Broken plug', '2026-05-03T08:00:00.000Z'), undefined], ''],
])('the reason of an outage is that %s', (_what, notes, reason) => {
  expect(reasonOfOutage('2026-05-02T09:00:00.000Z', notes)).toBe(reason)
})
