import { expect, it } from 'vitest'
import { isEmail } from './is-email.ts'

it.each(['a@b.example', ' a@b.example ', 'admin@localhost', 'müller@straße.example'])(
  'accepts %j',
  (text) => {
    expect(isEmail(text)).toBe(true)
  },
)

it.each(['', 'a', '@b.example', 'a@', 'a b@c.example', 'a@b@c.example'])('rejects %j', (text) => {
  expect(isEmail(text)).toBe(false)
})
