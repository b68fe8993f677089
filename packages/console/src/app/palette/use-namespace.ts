import { useEffect, useState } from 'react'
import { loadTexts } from '../../lib/texts.ts'

/** Loads texts that the palette uses; until they are loaded, entries are found by their codes. */
export function useNamespace(name: 'ocpp' | 'station', isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    let isShown = true
    if (isNeeded)
      void loadTexts(name).then(
        () => isShown && setLoaded(true),
        () => {},
      )
    return () => {
      isShown = false
    }
  }, [name, isNeeded])
  return isLoaded
}
