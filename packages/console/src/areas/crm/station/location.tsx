import { geolocationSet } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LocationPicker } from '../../../features/map/location-picker.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { call } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { LeaveGuard, useUnsaved } from '../../../ui/feedback/leaving.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormAccess } from '../../../ui/form/form-access.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'

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
  const tShell = useTexts()
  const queries = useQueryClient()
  const isAllowed = useMay()(geolocationSet, { id: station.id })
  const stored = placeOf(station)
  // Null while nothing was changed: the stored value is shown, also if another user changes it.
  const [draft, setDraft] = useState<Place | null>(null)
  const place = draft ?? stored
  const isDirty = !isSame(place, stored)
  useUnsaved(isDirty)
  const save = useMutation({
    mutationFn: ({ lat, lng, address }: Place) =>
      call(geolocationSet, { id: station.id, lat, lng, address: address.trim() || null }),
    onSuccess: async () => {
      toast(tShell('ui.saved'))
      await queries.invalidateQueries({ queryKey: ['Stations'] })
      setDraft(null)
    },
  })
  const { lat, lng } = place
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(place)
      }}
    >
      <FormAccess isAllowed={isAllowed}>
        <Stack>
          <LeaveGuard />
          {save.error && <Failure small error={save.error} title={tShell('ui.saveFailed')} />}
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
            value={lat === null || lng === null ? null : { lat, lng }}
            onChange={(position) =>
              setDraft({ ...place, lat: position?.lat ?? null, lng: position?.lng ?? null })
            }
          />
          <Row end>
            {isDirty && (
              <Button onClick={() => setDraft(null)} disabled={save.isPending}>
                {t('about.discard')}
              </Button>
            )}
            <Button type="submit" loading={save.isPending} disabled={!isDirty}>
              {tShell('ui.save')}
            </Button>
          </Row>
        </Stack>
      </FormAccess>
    </form>
  )
}
