import { expect, it } from 'vitest'
import { Takeovers } from './takeovers.ts'

const addresses = { from: '192.0.2.1', to: '192.0.2.2' }

// Proves L49
it('reports a station whose connections keep replacing each other even among many other takeovers', () => {
  const takeovers = new Takeovers()
  for (let n = 0; n < 20_000; n++) {
    takeovers.note(`other ${n}`, addresses, 0)
    if (n % 4_000 !== 0) continue
    const found = takeovers.note('station', addresses, 0)
    if (n === 12_000) return expect(found).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(found).toBeNull()
  }
  expect.unreachable()
})
