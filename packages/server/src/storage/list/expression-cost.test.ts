import { describe, expect, test } from 'vitest'
import { expressionProblem } from './expression-cost.ts'

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
    expect(expressionProblem(expression)).toBeNull()
  })

  // Proves A13, L82
  test.each([
    ['((x{0,255}){0,40}y){0,5}', 'repeats too much'],
    ['(a?){255}(a{255}){7}', 'repeats too much'],
    ['(((((x{9}){9}){9}){9}){9}){9}', 'repeats too much'],
    ['([ab]{20,}){20,}', null],
    ['([ab]{30,}){30,}', 'repeats too much'],
    ['(.*)(.*)\\1\\2', 'back reference'],
    ['\\\\\\1', 'back reference'],
    ['***:(?i)x', 'options'],
    ['(?i)x', 'options'],
    ['(?=.*a)(?=.*b)', 'look-around'],
    ['(?<!a)b', 'look-around'],
    ['('.repeat(30) + ')'.repeat(30), 'nested'],
  ])('%j: %s', (expression, problem) => {
    if (problem === null) expect(expressionProblem(expression)).toBeNull()
    else expect(expressionProblem(expression)).toContain(problem)
  })
})
