import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { locales } from '@stationmaster/contract'

/** Longer than any terms that a person reads; a file that is something else by mistake is cut there. */
const mostBytes = 256 * 1024

/**
 * The terms and conditions that this installation has put into its data folder, in this language or for all; null
 * when there are none, or nothing stands in the file. They are read each time: a change counts at once.
 */
export async function readTerms(folder: string, locale: (typeof locales)[number]): Promise<string | null> {
  for (const name of [`terms.${locale}.txt`, 'terms.txt']) {
    const text = await readStart(join(folder, name))
    if (text) return text
  }
  return null
}

async function readStart(path: string): Promise<string> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0)
    return buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .trim()
  } finally {
    await file.close()
  }
}
