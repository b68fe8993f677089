import { expect, test } from 'vitest'
import { datevColumns, datevFile, type DatevHead } from './datev.ts'
import { inWindows1252 } from './windows-1252.ts'

const head: DatevHead = {
  consultant: 29098,
  client: 55003,
  yearFrom: '2026-01-01',
  from: '2026-10-01',
  to: '2026-10-31',
  codeLength: 4,
  title: 'Ladevorgänge Oktober',
  currency: 'EUR',
  createdAt: new Date('2026-11-02T14:01:40.439Z'),
}

// written by hand, by the form of files that DATEV programs accept
const expectedHead =
  '"EXTF";700;21;"Buchungsstapel";13;20261102140140439;;"RE";"";"";29098;55003;20260101;4;20261001;20261031;' +
  '"Ladevorgänge Oktober";"";1;0;0;"EUR";;"";;;"";;;"";""'
const end = `${';'.repeat(100)}0${';'.repeat(11)}`
const expectedLine = `1204,60;"S";"EUR";;;;10000;8400;;3110;"INV-2026-00001";;;"Rechnung INV-2026-00001"${end}`

test('a file has a head, the titles of 125 columns, and lines with a comma, in Windows-1252 with CR LF', () => {
  const line = {
    amountMinor: 120_460,
    debit: '10000',
    credit: '8400',
    day: '2026-10-31',
    document: 'INV-2026-00001',
    text: 'Rechnung INV-2026-00001',
  }
  const file = datevFile(head, [line]).toString('latin1')
  const [first, titles, booked, last] = file.split('\r\n')
  expect(first).toBe(expectedHead)
  expect(titles!.split(';')).toHaveLength(125)
  expect(titles!.startsWith('Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;')).toBe(true)
  expect(datevColumns[113]).toBe('Festschreibung')
  expect(booked).toBe(expectedLine)
  expect(booked!.split(';')).toHaveLength(125)
  expect(last).toBe('')
})

test('texts have the length and the characters of the format', () => {
  const line = {
    amountMinor: 5,
    debit: '1200',
    credit: '1400',
    day: '2026-02-01',
    document: 'INV 2026/00001 "a"',
    text: `Says "yes";\n${'x'.repeat(80)}`,
  }
  const booked = datevFile(head, [line]).toString('latin1').split('\r\n')[2]!
  expect(booked.startsWith('0,05;"S";"EUR";;;;1200;1400;;0102;"INV2026/00001a";;;"Says ""yes"";')).toBe(true)
  expect(booked).toContain(`x"${';'.repeat(10)}`)
})

test('an amount of a currency without minor units has no comma', () => {
  const line = { amountMinor: 1_500, debit: '1', credit: '2', day: '2026-02-01', document: '', text: '' }
  expect(
    datevFile({ ...head, currency: 'JPY' }, [line])
      .toString('latin1')
      .split('\r\n')[2],
  ).toMatch(/^1500;"S";"JPY";/)
})

test('characters of Windows-1252 have its bytes, letters lose other marks, others are question marks', () => {
  expect(inWindows1252('Dvořák Łódź Ő \u0041\u030a Ж').toString('latin1')).toBe('Dvorák ?ódz O Å ?')
  expect([...inWindows1252('aÄ€–ß.Ж')]).toEqual([0x61, 0xc4, 0x80, 0x96, 0xdf, 0x2e, 0x3f])
})
