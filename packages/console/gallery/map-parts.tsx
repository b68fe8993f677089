import { useEffect, useState } from 'react'
import { LocationPicker } from '../src/features/map/location-picker.tsx'
import type { MapStation } from '../src/features/map/map-station.ts'
import { StationMap } from '../src/features/map/station-map.tsx'
import { loadTexts } from '../src/lib/texts.ts'
import { Card, Stack } from '../src/ui/page/page.tsx'
import { displayStates } from '../src/ui/state/state-names.ts'

const towns = [
  [52.37, 4.9],
  [53.55, 9.99],
  [52.52, 13.4],
  [50.11, 8.68],
  [48.14, 11.58],
  [48.86, 2.35],
  [45.46, 9.19],
  [55.68, 12.57],
  [50.08, 14.43],
] as const

/** One station of each state apart from the others, and a town with a mix of states. */
const stations: MapStation[] = [
  ...displayStates.map((displaystate, index) => station(`CS-${index}`, displaystate, towns[index]!)),
  ...Array.from({ length: 40 }, (_, index) =>
    station(`CS-MAD-${index}`, displayStates[index % 9]!, [40.4 + (index % 7) / 50, -3.7 + (index % 5) / 50]),
  ),
]

function station(
  identity: string,
  displaystate: MapStation['displaystate'],
  [lat, lng]: readonly [number, number],
): MapStation {
  return { id: identity, identity, label: null, displaystate, lat, lng }
}

export function MapParts() {
  const [selected, select] = useState<string | null>('CS-2')
  const [position, setPosition] = useState<{ lat: number; lng: number } | null>({ lat: 52.52, lng: 13.405 })
  const [canDraw, setCanDraw] = useState(true)
  const [isReady, setReady] = useState(false)
  useEffect(() => void loadTexts('map').then(() => setReady(true)), [])
  if (!isReady) return null
  return (
    <Stack>
      <Card title="Stations">
        {canDraw ? (
          <div style={{ blockSize: 420 }}>
            <StationMap
              stations={stations}
              selected={selected}
              onSelect={select}
              onUnavailable={() => setCanDraw(false)}
            />
          </div>
        ) : (
          'No WebGL 2 here'
        )}
      </Card>
      <Card title="A place">
        <LocationPicker value={position} onChange={setPosition} />
      </Card>
    </Stack>
  )
}
