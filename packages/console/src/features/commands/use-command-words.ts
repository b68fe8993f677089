import { useCallback } from 'react'
import { useTexts } from '../../lib/texts.ts'

/** Returns what says descriptions and purposes of commands; the texts `ocpp` are there. */
export function useCommandWords() {
  const t = useTexts('ocpp')
  return useCallback(
    // every command and every purpose has a text
    (key: 'about' | 'purposes', name: string): string => t(`${key}.${name}` as 'about.Reset'),
    [t],
  )
}
