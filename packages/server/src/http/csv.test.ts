import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('texts are quoted where they must be', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', null, 1.5, true])).toBe(
    'plain,"a,b","say ""hi""","two\nlines",,1.5,true\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])('%j is no formula in a spreadsheet', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/)
})

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x;  @sum', "x;  '@sum"],
  ['x\t-1', "x\t'-1"],
  ['x\r\n=1', '"x\r\n\'=1"'],
  ['x;"=1"', '"x;""\'=1"""'],
])('%j is none where the cell begins for a spreadsheet that splits elsewhere', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`)
})

test('numbers stay numbers, below zero too', () => expect(csvLine([-5])).toBe('-5\r\n'))

test('what is no text is written as JSON', () => {
  expect(csvLine([['a'], { b: 1 }])).toBe('"[""a""]","{""b"":1}"\r\n')
})
