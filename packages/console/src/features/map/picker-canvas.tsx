import { type Map as LibreMap, Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { pageConfig } from '../../lib/page-config.ts'
import { useShownTheme } from '../../ui/chart/token-colours.ts'
import { openMap } from './open-map.ts'
import { type Position, roundDegrees } from './position.ts'
import { useMapWords } from './use-map-words.ts'

interface PickerCanvasProps {
  value: Position | null
  /** Null if the position is read-only. */
  onPick: ((value: Position) => void) | null
  onUnavailable: () => void
}

/** Zoom that distinguishes the two ends of a town; without streets there is nothing to see beyond it. */
const near = 11

export default function PickerCanvas({ value, onPick, onUnavailable }: PickerCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const shown = useRef<{ map: LibreMap; pin: Marker } | null>(null)
  const theme = useShownTheme()
  const words = useMapWords(onPick === null ? 'place' : 'pick')
  const pick = useEffectEvent(({ lat, lng }: Position) =>
    onPick?.({ lat: roundDegrees(lat), lng: roundDegrees(((((lng + 180) % 360) + 360) % 360) - 180) }),
  )
  const fail = useEffectEvent(() => onUnavailable())
  const place = useEffectEvent(() => put(shown.current, value, onPick !== null))

  useEffect(() => {
    if (host.current === null) return undefined
    const map = openMap(host.current, { theme, words, source: pageConfig().map })
    if (map === null) {
      fail()
      return undefined
    }
    const pin = new Marker({ element: pinElement(), anchor: 'bottom' })
    pin.on('dragend', () => pick(pin.getLngLat()))
    map.on('click', ({ lngLat }) => pick(lngLat))
    shown.current = { map, pin }
    place()
    return () => {
      shown.current = null
      map.remove()
    }
  }, [theme, words])
  const isFree = onPick !== null
  useEffect(() => put(shown.current, value, isFree), [value, isFree])
  return <div ref={host} className="map-host" data-free={isFree || undefined} />
}

function put(shown: { map: LibreMap; pin: Marker } | null, value: Position | null, isFree: boolean): void {
  if (shown === null) return
  const { map, pin } = shown
  if (value === null) {
    pin.remove()
    return
  }
  const isNew = pin.getElement().parentElement === null
  pin.setLngLat(value).setDraggable(isFree).addTo(map)
  if (isNew && map.getZoom() < near - 3) map.jumpTo({ center: value, zoom: near })
  else if (!map.getBounds().contains(value)) map.jumpTo({ center: value })
}

const drawing = 'http://www.w3.org/2000/svg'

function pinElement(): HTMLElement {
  const element = document.createElement('div')
  element.className = 'map-pin'
  // The fields already expose the position as text.
  element.setAttribute('aria-hidden', 'true')
  const svg = document.createElementNS(drawing, 'svg')
  svg.setAttribute('viewBox', '0 0 28 36')
  for (const [name, path] of [
    ['map-pin-drop', 'M14 1a13 13 0 0 1 13 13c0 8-8.5 14.5-13 21C9.500 28.500 1 22 1 14A13 13 0 0 1 14 1z'],
    ['map-pin-eye', 'M14 9a5 5 0 1 0 0 10a5 5 0 1 0 0-10z'],
  ] as const) {
    const shape = document.createElementNS(drawing, 'path')
    shape.setAttribute('class', name)
    shape.setAttribute('d', path)
    svg.append(shape)
  }
  element.append(svg)
  return element
}
