import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { confirm, type Question } from './confirm.tsx'

/**
 * Asks before a page with something unsaved is left: in the house with these words, by the browser with its own.
 * Another part of the same page (other parameters of its address) may be looked at. Call what it answers before a way
 * out that needs no question.
 */
export function useLeaveQuestion(isUnsaved: boolean, question: Question): () => void {
  const isFree = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      !isFree.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      // who is no longer signed in is not held back
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
  return () => {
    isFree.current = true
  }
}
