import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigationType } from 'react-router'
import type { AreaTable, ScreenRow } from '../../lib/screen.ts'
import { readStored } from '../../lib/stored.ts'
import { useUser } from '../../lib/session.ts'
import { openAreas } from '../area-access.ts'
import type { ScreenHandle } from '../screen-handle.ts'

/** Where the person is: the screen's row, its area, and whether it takes the whole width. */
export interface Place {
  screen: ScreenRow
  table: AreaTable
  wide: boolean
}

export function usePlace(): Place | null {
  const handle = useMatches()
    .map((match) => match.handle as ScreenHandle | undefined)
    .findLast((known) => known?.screen !== undefined)
  if (!handle) return null
  return { ...handle, wide: handle.screen.wide === true || handle.table.wide === true }
}

/** Returns the area whose menu is shown: the one of the screen if it is open, else the one used last, else the first open one. */
export function useArea(): AreaTable | null {
  const place = usePlace()
  const open = openAreas(useUser())
  const last = readStored('mode_path')
  const here = open.find(({ area }) => area === place?.table.area)
  return here ?? open.find(({ area }) => `/${area}` === last) ?? open[0] ?? null
}

/** So many frames the heading of a screen is waited for. */
const mostFrames = 90

/**
 * On arrival at another screen, or at another object of the same one, the focus goes to its heading and the title is
 * said. Tabs and filters of a screen are no arrival, nor is a choice that replaces the address of the same screen; the
 * first screen is one after a sign-in (`isArrival`), not when the page is loaded.
 */
export function useArrival(isArrival: boolean): string {
  const { pathname } = useLocation()
  const place = usePlace()
  const [said, setSaid] = useState('')
  const key = arrivalKey(pathname, place?.screen.path ?? null)
  const before = useRef(isArrival ? null : key)
  const how = useNavigationType()
  const isChoice = useEffectEvent(
    () => how === 'REPLACE' && before.current?.startsWith(`${place?.screen.path} `) === true,
  )
  useEffect(() => {
    if (before.current === key) return
    if (isChoice()) {
      before.current = key
      return
    }
    const left = document.activeElement
    let frames = 0
    // The screen sets its title while it is drawn; the next frame has it. After a sign-in its data come first.
    const arrive = (): void => {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (!heading && frames++ < mostFrames) {
        frame = requestAnimationFrame(arrive)
        return
      }
      before.current = key
      setSaid(document.title)
      // Whoever went on by themselves while the screen was loading stays there.
      const went = frames > 0 && document.activeElement !== left && document.activeElement !== document.body
      if (went) return
      ;(heading ?? document.getElementById('content'))?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    let frame = requestAnimationFrame(arrive)
    return () => cancelAnimationFrame(frame)
  }, [key])
  return said
}

/** The screen and its first parameter: the object it shows. */
export function arrivalKey(pathname: string, screen: string | null): string {
  if (screen === null) return pathname
  return `${screen} ${pathname.slice(screen.length).split('/')[1] ?? ''}`
}
