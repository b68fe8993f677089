import { expect, test } from 'vitest'
import { longList, writeList } from './long-list.ts'

const identities = Array.from({ length: 2000 }, (_, at) => `EU-BER-${at}`)
const parameter = longList()

test('few values are part of the address', () => {
  expect(writeList(['a', 'b'])).toBe('a,b')
  expect(parameter.read('a,b')).toEqual(['a', 'b'])
  expect(parameter.read(null)).toBeNull()
})

test('thousands are stored, and the address contains their key', () => {
  const written = parameter.write(identities)!
  expect(written.length).toBeLessThan(20)
  expect(writeList(identities)).toBe(written)
  expect(writeList(identities.slice(1))).not.toBe(written)
  expect(parameter.read(written)).toEqual(identities)
  expect(parameter.read('/7-unknown')).toEqual([])
})
