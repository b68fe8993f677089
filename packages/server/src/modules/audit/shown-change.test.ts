import { expect, test } from 'vitest'
import { shownChange } from './shown-change.ts'

const parsed = (change: ReturnType<typeof shownChange>) =>
  change && [change.before && JSON.parse(change.before), change.after && JSON.parse(change.after)]

test('of two descriptions the fields in which they differ are kept', () => {
  const before = { label: 'a', at: new Date(0), tags: ['x'], kept: 1, gone: true }
  const after = { label: 'b', at: new Date(0), tags: ['x', 'y'], kept: 1, come: null }
  expect(parsed(shownChange(before, after))).toEqual([
    { label: 'a', tags: ['x'], gone: true },
    { label: 'b', tags: ['x', 'y'] },
  ])
})

test('what is equal is no change; what is made or removed is shown whole', () => {
  expect(shownChange({ a: 1, b: undefined }, { a: 1, b: null })).toBeNull()
  expect(parsed(shownChange(null, { a: 1n }))).toEqual([null, { a: '1' }])
  expect(parsed(shownChange({ a: 1 }, null))).toEqual([{ a: 1 }, null])
  expect(parsed(shownChange(undefined, undefined))).toEqual([null, null])
})

test('secrets that were handed over by mistake are masked, and long texts end somewhere', () => {
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
