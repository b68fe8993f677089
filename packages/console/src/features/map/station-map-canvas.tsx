import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { pageConfig } from '../../lib/page-config.ts'
import { useShownTheme } from '../../ui/chart/token-colours.ts'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { singleStations, type MapView } from './map-station.ts'
import {
  type Camera,
  openStationBoard,
  type StationBoard,
  type StationBoardOptions,
} from './station-board.ts'
import type { StationMapProps } from './station-map-props.ts'
import { StationsInView } from './stations-in-view.tsx'
import { useMapWords } from './use-map-words.ts'

export default function StationMapCanvas(props: StationMapProps) {
  const { cells, selected, onSelect, onView, details, onUnavailable } = props
  const stations = useMemo(() => (cells ? singleStations(cells) : props.stations), [cells, props.stations])
  const host = useRef<HTMLDivElement>(null)
  const [content] = useState(() => document.createElement('div'))
  const [view, setView] = useState<MapView | null>(null)
  // Focus moves to the popup after a selection from the list, and stays after a click on the map.
  const wantsFocus = useRef(false)
  const chosen = stations.find(({ id }) => id === selected) ?? null
  const see = (seen: MapView): void => {
    setView(seen)
    onView?.(seen)
  }
  const board = useBoard({ host, stations, cells, content, chosen, onSelect, onView: see, onUnavailable })
  useEffect(() => {
    if (chosen === null || !wantsFocus.current) return
    wantsFocus.current = false
    content.querySelector<HTMLElement>('a, button')?.focus()
  }, [chosen, content])
  const close = useEffectEvent(() => {
    onSelect(null)
    host.current?.querySelector('canvas')?.focus()
  })
  useEffect(() => {
    const escape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close()
    }
    content.addEventListener('keydown', escape)
    return () => content.removeEventListener('keydown', escape)
  }, [content])
  return (
    <div className="map-frame">
      <StationsInView
        stations={stations}
        cells={cells}
        view={view}
        onChoose={(station) => {
          board.current?.goTo(station)
          wantsFocus.current = true
          onSelect(station.id)
        }}
      />
      <div ref={host} className="map-host" />
      {chosen !== null &&
        createPortal(
          <div className="map-popup">
            <b className="mono">{chosen.identity}</b>
            {chosen.label !== null && <span>{chosen.label}</span>}
            <StateChip state={chosen.displaystate} />
            {details?.(chosen)}
          </div>,
          content,
        )}
    </div>
  )
}

interface BoardOptions extends Pick<StationMapProps, 'stations' | 'cells' | 'onSelect' | 'onUnavailable'> {
  host: RefObject<HTMLDivElement | null>
  content: HTMLElement
  chosen: StationMapProps['stations'][number] | null
  onView: (view: MapView) => void
}

/** The board is rebuilt when theme or language change; the camera position is preserved. */
function useBoard(options: BoardOptions) {
  const { host, stations, cells, content, chosen, onSelect, onView, onUnavailable } = options
  const board = useRef<StationBoard | null>(null)
  const camera = useRef<Camera | null>(null)
  const theme = useShownTheme()
  const words = useMapWords()
  const choose = useEffectEvent((id: string | null) => {
    if (id !== (chosen?.id ?? null)) onSelect(id)
  })
  const see = useEffectEvent((view: MapView) => onView(view))
  const fail = useEffectEvent(() => onUnavailable())
  const isSomething = (cells ?? stations).length > 0
  const hasFitted = useRef(false)
  const open = useEffectEvent((element: HTMLElement, look: Pick<StationBoardOptions, 'theme' | 'words'>) => {
    hasFitted.current = isSomething
    return openStationBoard(element, {
      ...look,
      source: pageConfig().map,
      camera: camera.current ?? undefined,
      stations,
      cells,
      onChoose: (id) => choose(id),
      onView: (view) => see(view),
    })
  })
  const showPopup = useEffectEvent(() => board.current?.choose(chosen, content))

  useEffect(() => {
    if (host.current === null) return undefined
    const opened = open(host.current, { theme, words })
    if (opened === null) {
      fail()
      return undefined
    }
    board.current = opened
    showPopup()
    return () => {
      camera.current = opened.camera()
      opened.remove()
      board.current = null
    }
  }, [host, theme, words])

  useEffect(() => {
    board.current?.show(stations, cells)
    if (!isSomething || hasFitted.current) return
    // Only the first stations move the map; later changes must not move the view away from the user.
    hasFitted.current = true
    if (camera.current === null) board.current?.fit()
  }, [stations, cells, isSomething])
  useEffect(() => board.current?.choose(chosen, content), [chosen, content])
  return board
}
