import { expect, test } from 'vitest'
import { isOriginWelcome } from './origin.ts'

test('a page may connect to its own host, or from a listed origin', () => {
  const hosts = ['cs.example:8080', undefined]
  expect(isOriginWelcome('https://cs.example:8080', hosts, [])).toBe(true)
  expect(isOriginWelcome('https://cs.example', hosts, [])).toBe(false)
  expect(isOriginWelcome('https://portal.example', hosts, ['https://portal.example'])).toBe(true)
  expect(isOriginWelcome('null', hosts, [])).toBe(false)
  expect(isOriginWelcome(undefined, hosts, [])).toBe(true)
})
