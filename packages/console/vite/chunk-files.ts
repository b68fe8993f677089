import type { Rolldown } from 'vite'

/** Returns the files of these chunks with everything that they import. */
export function filesOf(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>()
  const add = (file: string): void => {
    const part = bundle[file]
    if (files.has(file) || part?.type !== 'chunk') return
    files.add(file)
    for (const imported of part.imports) add(imported)
  }
  for (const { fileName } of chunks) add(fileName)
  return files
}
