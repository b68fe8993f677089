import { expect, test } from 'vitest'
import { toWireText } from './wire-text.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a\0b', 'a\u2400b'],
  ['\ud800', '\ufffd'],
  ['x\udfffy', 'x\ufffdy'],
  ['\udc00\ud800', '\ufffd\ufffd'],
  ['\u{1f50c} stays', '\u{1f50c} stays'],
  ['\ud800\u{1f50c}\udc00', '\ufffd\u{1f50c}\ufffd'],
  ['\u0001\u0007\u202e\r\n', '\u0001\u0007\u202e\r\n'],
])('writes %j as %j', (text, stored) => {
  expect(toWireText(text)).toBe(stored)
})
