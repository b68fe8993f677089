import { expect, test } from 'vitest'
import { errorCodes, readErrorCode } from './error-codes.ts'

test('J table 7: ten codes, two of them in the spelling of the standard', () => {
  expect(errorCodes).toHaveLength(10)
  expect(errorCodes).toContain('FormationViolation')
  expect(errorCodes).toContain('OccurenceConstraintViolation')
})

test.each([
  ['FormatViolation', 'FormationViolation'],
  ['OccurrenceConstraintViolation', 'OccurenceConstraintViolation'],
  ['notimplemented', 'NotImplemented'],
  [' InternalError ', 'InternalError'],
  ['RpcFrameworkError', 'ProtocolError'],
  ['MessageTypeNotSupported', 'NotSupported'],
  ['VendorTrouble', null],
  ['__proto__', null],
  ['constructor', null],
  ['', null],
])('%s means %s', (text, code) => {
  expect(readErrorCode(text)).toBe(code)
})

test('every code means itself', () => {
  for (const code of errorCodes) expect(readErrorCode(code)).toBe(code)
})
