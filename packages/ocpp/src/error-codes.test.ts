import { expect, test } from 'vitest'
import { errorCodes, readErrorCode } from './error-codes.ts'

// Proves P5
test('J table 7: there are ten codes, two of them misspelled as in the standard', () => {
  expect(errorCodes).toHaveLength(10)
  expect(errorCodes).toContain('FormationViolation')
  expect(errorCodes).toContain('OccurenceConstraintViolation')
})

// Proves P5
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
])('reads %s as %s', (text, code) => {
  expect(readErrorCode(text)).toBe(code)
})

test('reads every code as itself', () => {
  for (const code of errorCodes) expect(readErrorCode(code)).toBe(code)
})
