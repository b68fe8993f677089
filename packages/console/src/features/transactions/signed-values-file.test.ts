import { expect, it } from 'vitest'
import { signedValuesFile } from './signed-values-file.ts'

it('contains the texts unchanged, with format, key and session', () => {
  const value = 'OCMF|{"FV":"1.0","RD":[{"RV":1.2}]}|{"SD":"30<"}'
  const text = signedValuesFile(7, [
    { context: 'Transaction.Begin', value, publickey: '3059' },
    { context: 'a" b="<c>', value: 'other', publickey: null },
  ])
  const [first, second] = new DOMParser().parseFromString(text, 'application/xml').querySelectorAll('value')
  const data = first?.querySelector('signedData')
  expect(data?.textContent).toBe(value)
  expect(data?.getAttribute('format')).toBe('OCMF')
  expect(first?.querySelector('publicKey')?.textContent).toBe('3059')
  expect(first?.getAttribute('transactionId')).toBe('7')
  expect(second?.getAttribute('context')).toBe('a" b="<c>')
  expect(second?.querySelector('signedData')?.hasAttribute('format')).toBe(false)
  expect(second?.querySelector('publicKey')).toBeNull()
})
