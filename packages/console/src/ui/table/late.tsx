import { createContext, type ReactNode, Suspense, useContext, useLayoutEffect, useState } from 'react'

/** Delays the first display of the list around it; returns a function that ends the delay. */
const Hold = createContext<() => () => void>(() => () => {})

/** Provides the context in which parts delay the first display of a list. */
export const HoldScope = Hold.Provider

/** Delays the first display of the list around it while something is loading. */
export function useHold(isLoading: boolean): void {
  const hold = useContext(Hold)
  useLayoutEffect(() => (isLoading ? hold() : undefined), [isLoading, hold])
}

/** A part whose script is loaded on demand: the list is first shown with it, so that it moves nothing. */
export function Late({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Held />}>{children}</Suspense>
}

function Held() {
  useHold(true)
  return null
}

/**
 * Returns true once a list and all parts that delay its first display are loaded, and the value of `HoldScope`. It
 * stays true: parts that load later follow an input.
 */
export function useFirstDisplay(isLoading: boolean): { isComplete: boolean; hold: () => () => void } {
  // parts that are loading, and the list itself
  const [loading, setLoading] = useState(1)
  const [isComplete, setComplete] = useState(false)
  const [hold] = useState(() => (by = 1) => {
    setLoading((count) => count + by)
    return () => setLoading((count) => count - by)
  })
  useLayoutEffect(() => (isLoading ? undefined : hold(-1)), [isLoading, hold])
  if (!isComplete && loading === 0) setComplete(true)
  return { isComplete, hold }
}
