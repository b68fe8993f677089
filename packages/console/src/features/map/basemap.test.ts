import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../public/geo/land')
const zooms = [1, 2, 3, 4, 5]

// a missing tile would be an error in the browser's log
it.each(zooms)('the base map has all tiles of zoom %s, of at most 32 kB', (zoom) => {
  const side = 2 ** zoom
  const names = Array.from({ length: side * side }, (_, at) =>
    join(`${Math.floor(at / side)}`, `${at % side}.pbf`),
  )
  const stored = readdirSync(join(folder, `${zoom}`), { recursive: true, encoding: 'utf8' })
  expect(stored.filter((name) => name.endsWith('.pbf')).toSorted()).toEqual(names.toSorted())
  for (const name of names) expect(statSync(join(folder, `${zoom}`, name)).size).toBeLessThan(32_000)
})
