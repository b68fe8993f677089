import { useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../lib/format.ts'
import type { ImportCheck } from '../../lib/imports.ts'
import { readAsBase64 } from '../../lib/read-file.ts'
import { useCustomLabels, useTextKey, useTexts } from '../../lib/texts.ts'
import { toast } from '../../lib/toasts.ts'
import type { FileTexts } from '../table/columns.ts'
import { type ImportClass, importSheet } from './import-class.ts'

/** Time limit of a check and of an import in ms. */
const limitMs = 180_000

/** File that the server has checked. */
export interface CheckedFile {
  name: string
  data: string
  result: ImportCheck
}

/** Checks and imports files; leaving ends a running import, of which nothing is stored. */
export function useImport({ kind, check, run, columns }: ImportClass, onDone: () => void) {
  const t = useTexts('imports')
  const text = useTextKey()
  const state = useCustomLabels('state')
  const type = useCustomLabels('type')
  const format = useFormat()
  const { language } = format
  const queries = useQueryClient()
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const texts: FileTexts = {
    text,
    custom: (what, of, code) => (what === 'state' ? state : type)(of, code),
    terms: (member) => (i18next.getResource(language, 'terms', member) ?? {}) as Record<string, string>,
  }
  const sheet = importSheet(columns, { texts, format })
  const options = () => {
    leaving.current = new AbortController()
    return { limitMs, signal: leaving.current.signal }
  }
  const checking = useMutation({
    mutationFn: async (file: File): Promise<CheckedFile> => {
      const data = await readAsBase64(file)
      if (data === null) throw new Error(t('unreadable'))
      return { name: file.name, data, result: await call(check, { data, sheet }, options()) }
    },
  })
  const running = useMutation({
    mutationFn: ({ data }: CheckedFile) => call(run, { data, sheet }, options()),
    onSuccess: async ({ imported, keys }) => {
      toast(t(`${kind}.done`, { count: imported }))
      // the dialog stays open while it has keys to download
      if (!keys) onDone()
      await queries.invalidateQueries({ predicate: ({ queryKey: [known] }) => known === run.subject })
    },
  })
  return {
    checking,
    running,
    titles: sheet.columns.map(({ title, unit }) => (unit ? `${title} (${unit})` : title)),
  }
}
