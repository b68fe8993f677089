import sharp from 'sharp'
import { expect, test } from 'vitest'
import { documentLimits } from './document-limits.ts'
import { readLogo } from './logo.ts'

const picture = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 20, g: 90, b: 160, alpha: 0.5 } } })

test('reads format and size of PNG and JPEG', async () => {
  expect(readLogo(await picture(30, 20, 4).png().toBuffer())).toEqual({
    mimeType: 'image/png',
    width: 30,
    height: 20,
  })
  expect(readLogo(await picture(40, 17).jpeg().toBuffer())).toEqual({
    mimeType: 'image/jpeg',
    width: 40,
    height: 17,
  })
  const progressive = await picture(41, 18).jpeg({ progressive: true }).toBuffer()
  expect(readLogo(progressive)).toEqual({ mimeType: 'image/jpeg', width: 41, height: 18 })
})

test('refuses other formats, four inks and damaged pictures', async () => {
  const png = await picture(30, 20).png().toBuffer()
  const inks = await picture(30, 20).toColourspace('cmyk').jpeg().toBuffer()
  const others = [
    await picture(30, 20).webp().toBuffer(),
    inks,
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    png.subarray(0, 20),
    Buffer.alloc(0),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]),
  ]
  expect(others.map(readLogo)).toEqual(others.map(() => null))
})

// Proves L223
test('limits bytes and pixels', async () => {
  const png = await picture(30, 20).png().toBuffer()
  expect(readLogo(Buffer.concat([png, Buffer.alloc(documentLimits.logoBytes)]))).toBeNull()
  expect(readLogo(await picture(2_000, 2_000).png().toBuffer())).not.toBeNull()
  expect(readLogo(await picture(2_001, 2_000).png().toBuffer())).toBeNull()
})
