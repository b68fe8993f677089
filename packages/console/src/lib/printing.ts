import { useSyncExternalStore } from 'react'

const print = window.matchMedia('print')
let isAnnounced = false

function onPrinting(listener: () => void): () => void {
  const begin = (): void => {
    isAnnounced = true
    listener()
  }
  const end = (): void => {
    isAnnounced = false
    listener()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  print.addEventListener('change', listener)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    print.removeEventListener('change', listener)
  }
}

/** Returns true while the page is drawn for paper. */
export const usePrinting = (): boolean => useSyncExternalStore(onPrinting, () => isAnnounced || print.matches)
