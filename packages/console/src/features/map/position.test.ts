import { expect, it } from 'vitest'
import { readDegrees, readPosition, writeDegrees } from './position.ts'

it('reads degrees with a point or a comma, within their limits', () => {
  expect(readDegrees(' 52,5200066 ', 90)).toBe(52.520007)
  expect(readDegrees('-13.4', 180)).toBe(-13.4)
  expect(readDegrees('−13.4', 180)).toBe(-13.4)
  for (const text of ['', 'north', '90.1', '1e5', '5 5']) expect(readDegrees(text, 90), text).toBeNull()
})

it('reads a pair in the format of other maps', () => {
  const berlin = { lat: 52.52, lng: 13.405 }
  for (const text of ['52.52, 13.405', '52.52 13.405', '52,52; 13,405', ' 52.52,13.405 '])
    expect(readPosition(text), text).toEqual(berlin)
  for (const text of ['52.52', '52,52', '95.5, 13.1', '1.5, 2.5, 3.5'])
    expect(readPosition(text), text).toBeNull()
})

it("formats degrees in the user's language", () => {
  expect(writeDegrees(52.5200069, 'de-DE')).toBe('52,520007')
  expect(readDegrees(writeDegrees(-13.4, 'ru-RU'), 180)).toBe(-13.4)
})
