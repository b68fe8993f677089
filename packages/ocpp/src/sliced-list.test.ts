import { expect, test } from 'vitest'
import { readLongCall } from './long-call.ts'
import { sliceList } from './sliced-list.ts'

const values = (count: number) =>
  `{"timestamp":"t","sampledValue":[${Array(count).fill('{"value":"1"}').join()}]}`
const stop = (list: string) =>
  `[2,"1","StopTransaction",{"transactionId":1,"transactionData":${list},"meterStop":2}]`
const place = { depth: 2, names: ['transactionData'] } as const
const divide = (list: string) => {
  const text = stop(list)
  const found = sliceList(text, place)!
  return {
    ...found,
    parts: found.runs.map(([from, to]) => JSON.parse(`[${text.slice(from, to)}]`) as unknown[]),
  }
}

// Proves G41, L5
test('splits a list into runs of a bounded size', () => {
  const list = `[${Array(1_000).fill(values(6)).join(', ')} ]`
  const { parts, cut, values: count } = divide(list)
  expect(count).toBe(6_000)
  expect(cut).toBe(0)
  expect(parts.flat()).toEqual(JSON.parse(list))
  expect(
    Math.max(...parts.map((part) => JSON.stringify(part).split('"value"').length - 1)),
  ).toBeLessThanOrEqual(400)
})

// Proves L8
test('drops elements beyond what a message can need, and counts them', () => {
  expect(divide(`[${values(3)},${values(1_001)},${values(4)}]`)).toMatchObject({ values: 1_008, cut: 1_001 })
  const { parts, values: count, cut } = divide(`[${Array(30).fill(values(500)).join()}]`)
  expect([count, cut]).toEqual([15_000, 5_000])
  expect(parts.flat()).toHaveLength(20)
})

test.each([
  ['an empty list', '[]', 0],
  ['white space', '[ \n ]', 0],
  ['brackets in texts', '[{"timestamp":"],[{","sampledValue":[{"value":"}"}]}]', 1],
  ['a single value in place of a list', '[{"timestamp":"t","sampledValue":{"value":"1"}}]', 1],
])('reads %s', (_, list, count) => {
  const found = divide(list)
  expect(found.values).toBe(count)
  expect(found.parts.flat()).toEqual(JSON.parse(list))
})

test('finds the list under another spelling, and only at its path', () => {
  expect(sliceList(stop('[]').replace('transactionData', 'TransactionData'), place)).not.toBeNull()
  expect(sliceList('[2,"1","X",{"a":{"transactionData":[]}}]', place)).toBeNull()
  expect(sliceList('[2,"transactionData",[1],{}]', place)).toBeNull()
  expect(sliceList('[2,"1","X",{"transactionData":[{"a":1}', place)).toBeNull()
})

test('reads a call without its list, with its other members', () => {
  const text = stop(`[${values(2)}]`)
  const frame = readLongCall(text, ['transactionData'])
  expect(frame).toMatchObject({
    kind: 'call',
    id: '1',
    payload: { transactionId: 1, transactionData: [], meterStop: 2 },
    list: { values: 2 },
  })
})

// Proves INV-8, G41
test('applies the limits of every frame to the rest of the text', () => {
  const beside = `[2,"a","StopTransaction",{"v":[${'0,'.repeat(20_100)}0],"transactionData":[]}]`
  expect(readLongCall(beside, ['transactionData'])).toMatchObject({ reason: 'too-wide', id: 'a' })
})
