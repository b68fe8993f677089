// npm run shape: lists the largest files, for information only.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow, root } from './files.mjs'

const shown = 25
const paths = (await filesBelow(['packages', 'scripts'])).filter(
  (path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.gen\.ts$|\/generated\/|\/public\//.test(path),
)
const sizes = await Promise.all(
  paths.map(async (path) => ({
    path,
    lines: (await readFile(join(root, path), 'utf8')).split('\n').length - 1,
  })),
)
const share = (limit) =>
  `${Math.round((sizes.filter(({ lines }) => lines <= limit).length / sizes.length) * 100)} %`

for (const { path, lines } of sizes.sort((a, b) => b.lines - a.lines).slice(0, shown)) {
  console.log(`${String(lines).padStart(5)}  ${path}`)
}
console.log(
  `${sizes.length} files: ${share(70)} up to 70 lines (half of them should be), ${share(250)} up to 250 (nine in ten)`,
)
