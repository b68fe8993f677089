import { expect, it } from 'vitest'
import { csvText } from './csv-text.ts'

it.each(['=1+1', '+1', '-1+1', '@sum', '\tx'])('writes %j as a text, not as a formula', async (text) =>
  expect(await csvText([[text]]).text()).toBe(`\ufeff'${text}\r\n`),
)

it.each(['-3.20', '-12', '5.20'])(
  'writes the amount %s as a number, so that a spreadsheet adds it',
  async (amount) => expect(await csvText([[amount]]).text()).toBe(`\ufeff${amount}\r\n`),
)
