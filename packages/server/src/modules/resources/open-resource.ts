import { refuse } from '../../shared/refusal.ts'
import type { Db } from '../../storage/transaction.ts'
import { isViewable } from './media-type.ts'
import { fileByName, findText, type Locale } from './store.ts'

const noFile = refuse('resource_file.not_found')

/** Opens a file for any caller with its address. Anything but an image is a download, whatever type it claims. */
export async function openResourceFile({ db }: { db: Db }, name: string) {
  const file = /^[\w-]{32}$/.test(name) ? await fileByName(db, name) : undefined
  if (!file?.bytes || file.media_type === null) return noFile
  const { bytes: content, media_type: type, file_name } = file
  return isViewable(type)
    ? { type, content }
    : { type: 'application/octet-stream', content, saveAs: file_name ?? 'file' }
}

/**
 * Returns the text at a path (names from the top, joined by `/`) in a language, or else in English; null
 * without one.
 */
export async function readText(db: Db, path: string, locale: Locale): Promise<string | null> {
  const text = (await findText(db, path, [locale, 'en']))?.trim()
  return text ? text : null
}

/** Returns the text at a path in this language only; null without one. */
export async function readTextIn(db: Db, path: string, locale: Locale): Promise<string | null> {
  const text = (await findText(db, path, [locale]))?.trim()
  return text ? text : null
}
