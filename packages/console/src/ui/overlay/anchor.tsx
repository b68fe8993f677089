import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import type { Overlay } from './types.ts'

/** Returns false in the first render: the focus is returned only by what was closed before it opened. */
export function useOpenedAfterMount({ opened }: Overlay): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setMounted(true))
    return () => clearTimeout(timer)
  }, [])
  return opened && isMounted
}

/** Stands for the button, which was rendered before this code was loaded and stays where it is. */
export function Anchor({ overlay: { element }, ref }: { overlay: Overlay; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [element])
  return null
}
