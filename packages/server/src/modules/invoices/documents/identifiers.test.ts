import { expect, test } from 'vitest'
import {
  inGroups,
  creditorReference,
  isAddressOf,
  isBic,
  isCreditorReference,
  isIban,
} from './identifiers.ts'

test('computes the check digits of a creditor reference', () => {
  // Example of ISO 11649.
  expect(creditorReference('539007547034')).toBe('RF18539007547034')
  expect(creditorReference('2026-004711')).toBe('RF392026004711')
  expect(isCreditorReference('RF18539007547034')).toBe(true)
})

test.each(['', '2026-004711-ÄÖ', 'A'.repeat(22)])('has no creditor reference for %j', (number) => {
  expect(creditorReference(number)).toBeNull()
})

test('detects every changed digit and every exchange of neighbors in a reference', () => {
  const reference = 'RF18539007547034'
  for (let at = 2; at < reference.length; at += 1) {
    const other = String((Number(reference[at]) + 1) % 10)
    expect(isCreditorReference(reference.slice(0, at) + other + reference.slice(at + 1))).toBe(false)
    const [one = '', two = ''] = reference.slice(at, at + 2)
    if (one !== two && two)
      expect(isCreditorReference(reference.slice(0, at) + two + one + reference.slice(at + 2))).toBe(false)
  }
})

test.each([
  ['DE02120300000000202051', true],
  ['GB82WEST12345698765432', true],
  ['FR1420041010050500013M02606', true],
  ['DE03120300000000202051', false],
  ['DE02 1203 0000 0000 2020 51', false],
  ['de02120300000000202051', false],
  ['', false],
])('checks the IBAN %s', (iban, isValid) => {
  expect(isIban(iban)).toBe(isValid)
})

test('checks a BIC', () => {
  expect(['BYLADEM1001', 'DEUTDEFF', 'DEUTDEF', 'DEUT1EFF', 'deutdeff'].map(isBic)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('prints codes in groups of four', () => {
  expect(inGroups('DE02120300000000202051')).toBe('DE02 1203 0000 0000 2020 51')
  expect(inGroups('RF391234')).toBe('RF39 1234')
})

test.each([
  ['0088', '7300010000001', true],
  ['0088', '7300010000002', false],
  ['0088', '73000100', false],
  ['0192', '974760673', true],
  ['0192', '974760674', false],
  ['0208', '0123456749', true],
  ['0208', '0123456748', false],
  ['0208', 'BE0123456749', false],
  ['0204', '04011000-12345-35', true],
])('an address of the scheme %s can be %s: %s', (scheme, id, isPossible) => {
  expect(isAddressOf(scheme, id)).toBe(isPossible)
})
