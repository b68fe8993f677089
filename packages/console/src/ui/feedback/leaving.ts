// Closing dialogs and pages: one press of Escape closes one layer, and unsaved input is discarded only after
// a question.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { createStore, useStore } from '../../lib/store.ts'
import { useTexts } from '../../lib/texts.ts'
import { confirm, type Question } from './confirm.tsx'

/** Open dialogs and panels, the innermost last. */
const open: object[] = []

/**
 * Calls `onEscape` when Escape is pressed in the innermost open dialog or panel. Layers inside it close
 * first: a list of completions (which prevents the default), a menu or list of options (which has Mantine's
 * attribute), a popover.
 */
export function useEscape(root: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  // With the layout: a dialog that has left the page must not take the next Escape.
  useLayoutEffect(() => {
    const self = {}
    open.push(self)
    // Decided before other listeners: a list removes its attribute when it closes.
    const look = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== self) return
      const element = event.target instanceof Element ? event.target : null
      const nearest = element?.closest('[role="dialog"]')
      if (element?.getAttribute('data-mantine-stop-propagation') === 'true') return
      if (nearest && !root.current?.contains(nearest)) return
      // Done after them, and independent of propagation: an open tooltip stops the event, wherever its button is.
      setTimeout(() => {
        if (!event.defaultPrevented && open.includes(self)) latest.current()
      })
    }
    addEventListener('keydown', look, { capture: true })
    return () => {
      open.splice(open.indexOf(self), 1)
      removeEventListener('keydown', look, { capture: true })
    }
  }, [root])
}

/** Parts of the page with unsaved input; `LeaveGuard` asks before the page is left. */
export const unsavedParts = createStore<readonly object[]>([])

const remove = (part: object): void => unsavedParts.set(unsavedParts.get().filter((other) => other !== part))

/**
 * Reports that a part of a page has unsaved changes. Call the returned function before navigation that needs
 * no question.
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const [part] = useState(() => ({}))
  useEffect(() => {
    if (!isUnsaved) return
    unsavedParts.set([...unsavedParts.get(), part])
    return () => remove(part)
  }, [isUnsaved, part])
  return useCallback(() => remove(part), [part])
}

/** Returns the question to show before entered data is discarded. */
export function useDiscardQuestion(): Question {
  const t = useTexts()
  const words = t('ui.discard')
  return { title: words, action: words }
}

/**
 * Asks before a page with unsaved changes is left: inside the console with its own dialog, otherwise with
 * that of the browser; `question` replaces the usual one. Another part of the same page (other parameters of its address) may be opened. Each
 * page whose parts call `useUnsaved` mounts it once: the router supports one blocker.
 */
export function LeaveGuard({ question: given }: { question?: Question }) {
  const usual = useDiscardQuestion()
  const question = given ?? usual
  const isUnsaved = useStore(unsavedParts).length > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsavedParts.get().length > 0 &&
      currentLocation.pathname !== nextLocation.pathname &&
      // A signed-out user is not held back.
      nextLocation.pathname !== '/signin',
  )
  const words = useRef(question)
  useEffect(() => {
    words.current = question
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm(words.current).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!isUnsaved) return
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [isUnsaved])
  return null
}
