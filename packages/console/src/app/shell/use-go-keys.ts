import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { isAreaGranted } from '../../lib/area-flags.ts'
import { addressOf } from '../../lib/screen.ts'
import { useUser } from '../../lib/session.ts'
import { goScreens, isTyping } from '../palette/keys.ts'

/** Milliseconds between `g` and the key of a screen. */
const withinMs = 1_500

/** Opens a screen of the back office by `g` and its letter. Other handlers, such as those of the list of incidents, do not receive the letter. */
export function useGoKeys(): void {
  const navigate = useNavigate()
  const user = useUser()
  const open = useEffectEvent((path: (typeof goScreens)[number]['path']) => void navigate(addressOf(path)))
  const isOn = isAreaGranted('crm', user)
  useEffect(() => {
    if (!isOn) return
    let begunAt = Number.NEGATIVE_INFINITY
    const hear = (event: KeyboardEvent): void => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
      const isSecond = event.timeStamp - begunAt < withinMs
      begunAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      const screen = isSecond && goScreens.find(({ key }) => key === event.key)
      if (!screen) return
      event.preventDefault()
      event.stopPropagation()
      open(screen.path)
    }
    window.addEventListener('keydown', hear, true)
    return () => window.removeEventListener('keydown', hear, true)
  }, [isOn])
}
