import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.gen.ts'
import { passwordProblem } from './password.ts'

const anna = { username: 'anna.schmidt', email: 'Anna.S@example.org' }
const problem = (password: string) => passwordProblem(password, anna)?.code ?? null

test('accepts passwords of 8 to 256 characters of any kind', () => {
  expect(problem('short 1')).toBe('value.too_short')
  expect(problem('пароль с пробелами')).toBeNull()
  expect(problem(`${'long enough '.repeat(21)}abcd`)).toBeNull()
  expect(problem('x y z'.repeat(60))).toBe('value.too_long')
})

// Proves A6
test('rejects the 3000 most common passwords in upper or lower case', () => {
  const list = commonPasswords.trim().split(/\s+/)
  expect(list.length).toBeGreaterThanOrEqual(3000)
  expect(new Set(list).size).toBe(list.length)
  expect(list.every((one) => one.length >= 8 && one === one.toLowerCase())).toBe(true)
  for (const common of ['password', 'Password1', '12345678', 'QWERTYUIOP', list.at(-1)!])
    expect(problem(common)).toBe('password.common')
  expect(problem('aaaaaaaaaaaa')).toBe('password.common')
})

test("rejects the user's own names", () => {
  for (const name of ['Anna.Schmidt', 'anna.s@example.org']) expect(problem(name)).toBe('password.own_name')
  expect(passwordProblem('mail-name', { username: 'x', email: 'Mail-Name@example.org' })).not.toBeNull()
})
