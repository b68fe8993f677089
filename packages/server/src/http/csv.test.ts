import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'
import { DecimalText } from './sheet.ts'

test('texts are quoted if necessary', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', null, 1.5, true])).toBe(
    'plain,"a,b","say ""hi""","two\nlines",,1.5,true\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '-1+1', '-x', '- 1', '-1,5', '@sum', '\tx', '\rx'])(
  '%j does not become a formula in a spreadsheet',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x;  @sum', "x;  '@sum"],
  ['x\t-1', "x\t'-1"],
  ['x\r\n=1', '"x\r\n\'=1"'],
  ['x;"=1"', '"x;""\'=1"""'],
])('%j does not become a formula if the spreadsheet splits cells at other characters', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`)
})

test('an apostrophe is also added to a text that has one before a formula, so that an import can remove it', () =>
  expect(csvLine(["'=1", "'a"])).toBe("''=1,'a\r\n"))

test('numbers stay numbers, also negative ones', () => expect(csvLine([-5])).toBe('-5\r\n'))

test.each(['-3.20', '-1200', '5.20'])(
  'the amount %s stays a number, so that a spreadsheet adds it',
  (amount) => expect(csvLine([new DecimalText(amount)])).toBe(`${amount}\r\n`),
)

test('other values than texts are written as JSON', () => {
  expect(csvLine([['a'], { b: 1 }])).toBe('"[""a""]","{""b"":1}"\r\n')
})
