import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const keys = (mode: string) => ({
  STRIPE_SECRET_KEY: `sk_${mode}_51abc`,
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
})

describe('payments', () => {
  test.each([
    [{}, { offline: false, isTrial: false, stripe: null }],
    [{ OFFLINE_PAYMENTS: 'on' }, { offline: true, isTrial: true, stripe: null }],
    [keys('test'), { offline: false, isTrial: true, stripe: { isLive: false } }],
    [keys('live'), { offline: false, isTrial: false, stripe: { isLive: true } }],
    [
      { ...keys('test'), OFFLINE_PAYMENTS: 'on' },
      { offline: true, isTrial: true },
    ],
  ])('of %o are trials unless money moves', (variables, expected) => {
    expect(readConfig(variables).payments).toMatchObject(expected)
  })

  test.each([
    [{ ...keys('live'), OFFLINE_PAYMENTS: 'on' }, 'OFFLINE_PAYMENTS must be off'],
    [{ ...keys('live'), STRIPE_TEST_URL: 'http://127.0.0.1:1' }, 'STRIPE_TEST_URL must be empty'],
    [{ STRIPE_SECRET_KEY: 'sk_test_51abc' }, 'must be set together'],
    [{ STRIPE_SECRET_KEY: 'pk_live_51abc' }, 'STRIPE_SECRET_KEY must be a key'],
    [{ STRIPE_TEST_URL: 'https://evil.example' }, 'STRIPE_TEST_URL must be an address of this machine'],
  ])('of %o are refused', (variables, message) => {
    expect(() => readConfig(variables)).toThrow(message)
  })

  test('name no secret in an error', () => {
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'secret-value' })).toThrow(/^((?!secret-value).)*$/)
  })
})
