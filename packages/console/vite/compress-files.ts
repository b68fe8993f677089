import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|json|svg|txt)$/
/** Bytes from which compression saves a packet. */
const leastBytes = 1_000
/** The best quality saves another tenth, and takes sixty times as long: a minute for all files. */
const usualQuality = 5
/** For files that the page names, which are those of the first views of phones. */
const bestQuality = 11
const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

async function compress(path: string, quality: number): Promise<void> {
  const content = await readFile(path)
  if (content.length < leastBytes) return
  await writeFile(`${path}.gz`, await toGzip(content))
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  await writeFile(`${path}.br`, await toBrotli(content, { params }))
}

let folder = ''

/** Writes a copy with gzip and one with Brotli beside each file: the server sends files as they are stored. */
export const compressFilesPlugin: Plugin = {
  name: 'stationmaster-compress-files',
  apply: 'build',
  configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
  closeBundle: async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    await Promise.all(
      files.map(({ parentPath, name }) =>
        compress(join(parentPath, name), page.includes(name) ? bestQuality : usualQuality),
      ),
    )
  },
}
