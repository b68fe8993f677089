import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAuthority } from './internal-authority.ts'

// RFC 5280, 4.1.2.5: UTCTime has two digits of the year, of which 50 to 99 mean 1950 to 1999
test.each([
  ['2029-06-01T00:00:00Z', '2049-05-27T00:00:00.000Z'],
  ['2031-06-01T00:00:00Z', '2051-05-27T00:00:00.000Z'],
])('an authority that is created at %s is valid until %s', async (now, until) => {
  const { certificate, expiresAt } = await createAuthority(new Date(now))
  expect(expiresAt.toISOString()).toBe(until)
  const read = new X509Certificate(certificate)
  expect(new Date(read.validTo).toISOString()).toBe(until)
  expect(read.verify(read.publicKey)).toBe(true)
})
