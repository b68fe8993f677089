import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { locales } from '@stationmaster/contract'

/** Larger than any terms; a wrong file is cut here. */
const maxBytes = 256 * 1024

/**
 * Returns the terms and conditions from the data folder, in this language or for all languages; null if the
 * file is missing or empty. The file is read for each request: a change takes effect immediately.
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
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0)
    return buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .trim()
  } finally {
    await file.close()
  }
}
