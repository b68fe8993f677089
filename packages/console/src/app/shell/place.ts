import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigationType } from 'react-router'
import type { AreaTable, ScreenRow } from '../../lib/screen.ts'
import { readStored } from '../../lib/stored.ts'
import { useUser } from '../../lib/session.ts'
import { openAreas } from '../area-access.ts'
import type { ScreenHandle } from '../screen-handle.ts'

/** The current screen: its row, its area, and whether it uses the full width. */
export interface ScreenPlace {
  screen: ScreenRow
  table: AreaTable
  wide: boolean
}

export function usePlace(): ScreenPlace | null {
  const handle = useMatches()
    .map((match) => match.handle as ScreenHandle | undefined)
    .findLast((known) => known?.screen !== undefined)
  if (!handle) return null
  return { ...handle, wide: handle.screen.wide === true || handle.table.wide === true }
}

/**
 * Returns the area whose menu is shown: that of the screen if it is open, otherwise the one used last,
 * otherwise the first open one.
 */
export function useArea(): AreaTable | null {
  const place = usePlace()
  const open = openAreas(useUser())
  const last = readStored('mode_path')
  const here = open.find(({ area }) => area === place?.table.area)
  return here ?? open.find(({ area }) => `/${area}` === last) ?? open[0] ?? null
}

/** Frames to wait for the heading of a screen. */
const maxFrames = 90

/**
 * Moves the focus to the heading and announces the title on arrival at another screen, or at another object
 * of the same screen. Tabs and filters of a screen do not count as an arrival, nor does a choice that
 * replaces the address of the same screen. The first screen counts after a sign-in (`isArrival`), not when
 * the page is loaded.
 */
export function useArrival(isArrival: boolean): string {
  const { pathname } = useLocation()
  const place = usePlace()
  const [announcement, setAnnouncement] = useState('')
  const key = arrivalKey(pathname, place?.screen.path ?? null)
  const before = useRef(isArrival ? null : key)
  const navigationType = useNavigationType()
  const isChoice = useEffectEvent(
    () => navigationType === 'REPLACE' && before.current?.startsWith(`${place?.screen.path} `) === true,
  )
  useEffect(() => {
    if (before.current === key) return
    if (isChoice()) {
      before.current = key
      return
    }
    const left = document.activeElement
    let frames = 0
    // The screen sets its title while it renders; the next frame has it. After a sign-in its data are loaded
    // first.
    const arrive = (): void => {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (!heading && frames++ < maxFrames) {
        frame = requestAnimationFrame(arrive)
        return
      }
      before.current = key
      setAnnouncement(document.title)
      // A user who moved the focus while the screen was loading keeps it there.
      const hasMovedFocus =
        frames > 0 && document.activeElement !== left && document.activeElement !== document.body
      if (hasMovedFocus) return
      ;(heading ?? document.getElementById('content'))?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    let frame = requestAnimationFrame(arrive)
    return () => cancelAnimationFrame(frame)
  }, [key])
  return announcement
}

/** Returns the screen and its first parameter, which names the object it shows. */
export function arrivalKey(pathname: string, screen: string | null): string {
  if (screen === null) return pathname
  return `${screen} ${pathname.slice(screen.length).split('/')[1] ?? ''}`
}
