import { useCallback } from 'react'
import { useTexts } from '../../lib/texts.ts'

/** Returns a function that translates descriptions and purposes of commands; the texts `ocpp` must be loaded. */
export function useCommandWords() {
  const t = useTexts('ocpp')
  return useCallback(
    // every command and every purpose has a text
    (key: 'about' | 'purposes', name: string): string => t(`${key}.${name}` as 'about.Reset'),
    [t],
  )
}
