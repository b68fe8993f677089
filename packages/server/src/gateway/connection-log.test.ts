import { expect, it } from 'vitest'
import { DeviationCounter, forLog } from './connection-log.ts'

// Proves L61
it('cuts a text that is too long for the log, even in the middle of a character', () => {
  const most = 'x'.repeat(65_536)
  expect(forLog(most)).toBe(most)
  expect(forLog(`${most.slice(1)}🔌`)).toBe(`${most.slice(1)}\ufffd…`)
})

// Proves INV-9, L18
it('stores deviations with one sample each, up to a limit', () => {
  const counter = new DeviationCounter()
  for (let n = 0; n < 500; n++) counter.note(`rule ${n % 300}`, 'x'.repeat(10_000))
  const rows = counter.take('s', new Date(0))
  expect(rows).toHaveLength(200)
  expect(rows[0]).toMatchObject({ rule: 'rule 0', count: 2, sample: 'x'.repeat(500) })
  expect(counter.isEmpty).toBe(true)
})
