import { expect, it } from 'vitest'
import { rawPayload } from './raw-payload.ts'

it.each([
  ['[2,"1","Heartbeat",{}]', 3, '{}'],
  ['[2,"1","Heartbeat",null]', 3, '{}'],
  [
    ' [ 2 , "a,\\"b" , "Stop" , {"transactionId":9223372036854775807, "x":"]"} ] ',
    3,
    '{"transactionId":9223372036854775807, "x":"]"}',
  ],
  ['[2,"[{","A{,","{\\"q\\":1}"]', 3, '"{\\"q\\":1}"'],
  ['[3,"7",{"status":"\\u0000\\ud800"}]', 2, '{"status":"\\u0000\\ud800"}'],
  ['[3,"7"]', 2, '{}'],
] as const)('the payload of %s is returned as the station wrote it', (text, commas, payload) => {
  expect(rawPayload(text, commas)).toBe(payload)
})
