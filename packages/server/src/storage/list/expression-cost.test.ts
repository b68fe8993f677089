import { describe, expect, test } from 'vitest'
import { checkExpression } from './expression-cost.ts'

describe('a regular expression of a query', () => {
  test.each([
    '^CP-[0-9]+$',
    'abc|def|(ghi)*',
    '(a+)+$b',
    '[[:alpha:]]{2,30}-\\d{4}',
    'a\\{3,200\\}',
    '[{3,200}]{2}',
    '\\\\1',
    '(?:x|y){20}',
    'x'.repeat(200),
    '',
    '(',
    '{',
    ']',
    '\\',
  ])('matches %j in time proportional to the text', (expression) => {
    expect(checkExpression(expression, 'search')).toBeNull()
  })

  // Proves A13, L82
  test.each([
    ['((x{0,255}){0,40}y){0,5}', 'list.expression_too_large'],
    ['(a?){255}(a{255}){7}', 'list.expression_too_large'],
    ['(((((x{9}){9}){9}){9}){9}){9}', 'list.expression_too_large'],
    ['([ab]{20,}){20,}', null],
    ['([ab]{30,}){30,}', 'list.expression_too_large'],
    ['(.*)(.*)\\1\\2', 'list.expression_back_reference'],
    ['\\\\\\1', 'list.expression_back_reference'],
    ['***:(?i)x', 'list.expression_option'],
    ['(?i)x', 'list.expression_option'],
    ['(?=.*a)(?=.*b)', 'list.expression_option'],
    ['(?<!a)b', 'list.expression_option'],
    ['('.repeat(30) + ')'.repeat(30), 'list.expression_too_deep'],
  ])('%j: %s', (expression, code) => {
    expect(checkExpression(expression, 'search')?.code ?? null).toBe(code)
  })
})
