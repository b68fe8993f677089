import { expect, test } from 'vitest'
import { shownChange } from './shown-change.ts'

const parsed = (change: ReturnType<typeof shownChange>) =>
  change && [change.before && JSON.parse(change.before), change.after && JSON.parse(change.after)]

test('keeps the fields in which two descriptions differ', () => {
  const before = { label: 'a', at: new Date(0), tags: ['x'], same: 1, gone: true }
  const after = { label: 'b', at: new Date(0), tags: ['x', 'y'], same: 1, come: null }
  expect(parsed(shownChange(before, after))).toEqual([
    { label: 'a', tags: ['x'], gone: true },
    { label: 'b', tags: ['x', 'y'] },
  ])
})

test('ignores equal values and shows created and removed objects completely', () => {
  expect(shownChange({ a: 1, b: undefined }, { a: 1, b: null })).toBeNull()
  expect(parsed(shownChange(null, { a: 1n }))).toEqual([null, { a: '1' }])
  expect(parsed(shownChange({ a: 1 }, null))).toEqual([{ a: 1 }, null])
  expect(parsed(shownChange(undefined, undefined))).toEqual([null, null])
})

// Proves L126
test('masks secrets that were passed by mistake and truncates long texts', () => {
  const [, after] = parsed(
    shownChange(null, {
      password: 'x',
      nested: [{ AuthorizationKey: 'x', access_token: 'x' }],
      must_change_password: true,
      text: 'a'.repeat(30_000),
    }),
  )!
  expect(after).toMatchObject({
    password: '***',
    nested: [{ AuthorizationKey: '***', access_token: '***' }],
    must_change_password: true,
  })
  expect(after.text).toHaveLength(20_001)
})
