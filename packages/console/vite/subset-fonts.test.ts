import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { divideLatinExt } from './subset-fonts.ts'

const file = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/wght.css'))

/** Returns the code points of the range of a font, as numbers. */
function pointsOf(css: string, font: string): number[] {
  const block = new RegExp(`@font-face \\{[^}]*${font}-wght-normal\\.woff2[^}]*unicode-range: ([^;]+)`).exec(
    css,
  )
  return block![1]!.split(',').flatMap((part) => {
    const [from, to = from] = part.trim().replace('U+', '').split('-')
    const first = Number.parseInt(from!, 16)
    return Array.from({ length: Number.parseInt(to!, 16) - first + 1 }, (_, n) => first + n)
  })
}

test('letters of European languages have a font of their own, and none is lost', async () => {
  const before = await readFile(file, 'utf8')
  const after = await divideLatinExt(before, file)
  const [small, large] = [pointsOf(after, 'latin-ext-a'), pointsOf(after, 'latin-ext')]
  expect([...small, ...large].sort((one, other) => one - other)).toEqual(pointsOf(before, 'latin-ext'))
  for (const letter of 'šžčřěůłśńąęőűğışțșāēīļđ') expect(small, letter).toContain(letter.codePointAt(0))
  const [, path] = /url\(([^)]*latin-ext-a[^)]*)\)/.exec(after)!
  const font = await readFile(join(dirname(file), path!))
  expect(font.subarray(0, 4).toString()).toBe('wOF2')
  expect(font.length).toBeLessThan(20_000)
})

test('styles of another form end the build', async () => {
  await expect(divideLatinExt('@font-face { src: url(./other.woff2) }', file)).rejects.toThrow(/wght\.css/)
})
