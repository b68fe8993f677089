import { expect, it } from 'vitest'
import { shortPayload } from './short-payload.ts'

const call = (rawPayload: string) => ({ id: '1', receivedAt: new Date(0), rawPayload, deviations: [] })

it('leaves a short text unchanged', () => {
  const text = '{ "transactionId":9223372036854775807, "transactionData":[{"sampledValue":[{"value":"1"}]}] }'
  expect(shortPayload('StopTransaction', call(text))).toBe(text)
})

it('replaces a long list by the number of its samples, in any context', () => {
  const values = `[{"sampledValue":[${Array(2_000).fill('{"value":"]"}').join()}]}]`
  const text = `{"a":"\\"]","transactionData" : ${values},"transactionId":9223372036854775807}`
  expect(shortPayload('StopTransaction', call(text))).toBe(
    '{"a":"\\"]","transactionData" : "2000 sampled values, stored as meter values","transactionId":9223372036854775807}',
  )
})

// Proves L20
it('cuts a text without a list', () => {
  expect(shortPayload('StatusNotification', call(`{"info":"${'x'.repeat(20_000)}"}`))).toHaveLength(8_193)
})
