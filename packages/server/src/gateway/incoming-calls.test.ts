import { describe, expect, it } from 'vitest'
import { FailureCounts, RecentResponses } from './incoming-calls.ts'

const call = (id: string, rawPayload = '{}', action = 'MeterValues') => ({ id, action, rawPayload })

describe('recent responses of a connection', () => {
  // Proves R1
  it('are found only by equal id, action and payload', () => {
    const responses = new RecentResponses()
    responses.add(call('1', '{"a":1}'), 'first')
    expect(responses.find(call('1', '{"a":1}'))).toBe('first')
    expect(responses.find(call('1', '{"a":2}'))).toBeNull()
    expect(responses.find(call('1', '{"a":1}', 'StopTransaction'))).toBeNull()
    expect(responses.find(call('2', '{"a":1}'))).toBeNull()
  })

  // Proves INV-9, L17
  it('are only the newest few, and no long ones', () => {
    const responses = new RecentResponses()
    responses.add(call('long', 'x'.repeat(5_000)), 'x')
    for (let n = 0; n < 10; n++) responses.add(call(String(n)), 'x')
    expect(responses.find(call('long', 'x'.repeat(5_000)))).toBeNull()
    expect(responses.find(call('5'))).toBeNull()
    expect(responses.find(call('9'))).toBe('x')
  })
})

// Proves INV-9, L27
it('failures are counted by a hash of the message, for a limited number of messages', () => {
  const failures = new FailureCounts()
  for (let n = 0; n < 50; n++) failures.count(`${n}${'x'.repeat(9_000)}`)
  expect(failures.size).toBe(20)
  for (const key of failures.keys()) expect(key).toHaveLength(44)
})
