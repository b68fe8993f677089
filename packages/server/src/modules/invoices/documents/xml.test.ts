import { expect, test } from 'vitest'
import { element, escapeXml, given, optional, xmlText } from './xml.ts'

test('writes nested elements and leaves out what is absent', () => {
  const root = element('a', [
    element('b', 'x', { id: '1' }),
    null,
    [element('c', ''), element('d', 'y')],
    optional('e', null),
    optional('e', ' \t'),
  ])
  expect(xmlText(root)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b id="1">x</b>\n  <c></c>\n  <d>y</d>\n</a>\n',
  )
})

test('escapes markup and replaces characters that XML does not permit', () => {
  expect(escapeXml('<a href="x">&\u0000\u000b\ud800 €🔌</a>')).toBe(
    '&lt;a href=&quot;x&quot;&gt;&amp;\ufffd\ufffd\ufffd €🔌&lt;/a&gt;',
  )
  expect(xmlText(element('a', ']]>', { b: '"<' }))).toContain('<a b="&quot;&lt;">]]&gt;</a>')
})

test('takes a text of spaces as absent', () => {
  expect([null, '', ' \n', ' x '].map(given)).toEqual([null, null, null, ' x '])
})
