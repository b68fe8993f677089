import { geolocationSet } from '@stationmaster/contract'
import { useState } from 'react'
import { LocationPicker } from '../../../features/map/location-picker.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LeaveGuard } from '../../../ui/feedback/leaving.ts'
import { useChange } from '../../../lib/use-change.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { PageForm } from '../../../ui/form/page-form.tsx'

interface Place {
  lat: number | null
  lng: number | null
  address: string
}

const placeOf = ({ lat, lng, address }: Station): Place => ({ lat, lng, address: address ?? '' })
const isSame = (a: Place, b: Place): boolean =>
  a.lat === b.lat && a.lng === b.lng && a.address.trim() === b.address.trim()

/** Position and address of the station, on the map and in degrees. */
export function Location({ station }: { station: Station }) {
  const t = useTexts('station')
  const isAllowed = useMay()(geolocationSet, { id: station.id })
  const stored = placeOf(station)
  // Null while nothing was changed: the stored value is shown, also if another user changes it.
  const [draft, setDraft] = useState<Place | null>(null)
  const place = draft ?? stored
  const save = useChange(geolocationSet, { onReloaded: () => setDraft(null) })
  const { lat, lng } = place
  return (
    <PageForm
      save={save}
      isDirty={!isSame(place, stored)}
      isAllowed={isAllowed}
      onSubmit={() => save.mutate({ id: station.id, lat, lng, address: place.address.trim() || null })}
      onDiscard={() => setDraft(null)}
    >
      <LeaveGuard />
      <TextField
        label={t('location.address')}
        description={t('location.addressHint')}
        maxLength={300}
        autoComplete="off"
        value={place.address}
        onChange={(event) => setDraft({ ...place, address: event.currentTarget.value })}
      />
      <LocationPicker
        height={380}
        disabled={!isAllowed}
        value={lat === null || lng === null ? null : { lat, lng }}
        onChange={(position) =>
          setDraft({ ...place, lat: position?.lat ?? null, lng: position?.lng ?? null })
        }
      />
    </PageForm>
  )
}
