import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const ignored = new Set(['node_modules', 'dist', 'var', 'coverage', '.git'])

/** Returns all files below the given paths of the repository, sorted, without built and installed ones. */
export async function filesBelow(paths, base = root) {
  const found = []
  const visit = async (path) => {
    const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
      if (error.code === 'ENOTDIR') found.push(path)
      else if (error.code !== 'ENOENT') throw error
      return []
    })
    for (const entry of entries) {
      if (ignored.has(entry.name)) continue
      const place = join(path, entry.name)
      if (entry.isDirectory()) await visit(place)
      else if (entry.isFile()) found.push(place)
    }
  }
  for (const path of paths) await visit(join(base, path))
  return found.map((path) => relative(base, path).split(sep).join('/')).sort()
}

/** Returns one hash over the names and contents of files. */
export async function hashOf(paths, base = root) {
  const hash = createHash('sha256')
  const parts = await Promise.all(paths.map(async (path) => [path, await readFile(join(base, path))]))
  for (const [path, content] of parts) hash.update(`${path}\0${content.length}\0`).update(content)
  return hash.digest('hex')
}
