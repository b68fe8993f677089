import { Suspense, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import './map.css'
import { lateMap } from './late-map.ts'
import { type Position, readDegrees, readPosition, writeDegrees } from './position.ts'

const PickerCanvas = lateMap(() => import('./picker-canvas.tsx'))

export interface LocationPickerProps {
  value: Position | null
  onChange: (value: Position | null) => void
  disabled?: boolean
  /** Height of the map in CSS pixels. */
  height?: number
}

/**
 * Editor of a position: click the map, drag the pin, or enter latitude and longitude; all stay in sync. A
 * pair pasted into the first field fills both. Without WebGL only the fields remain. Needs the texts `map`.
 */
export function LocationPicker({ value, onChange, disabled = false, height = 260 }: LocationPickerProps) {
  const t = useTexts('map')
  const { tag } = useFormat()
  const [canDraw, setCanDraw] = useState(true)
  // Text being typed, until it is a valid position or the pin moves.
  const [draft, setDraft] = useState<{ lat: string; lng: string } | null>(null)
  const written = draft ?? {
    lat: value === null ? '' : writeDegrees(value.lat, tag),
    lng: value === null ? '' : writeDegrees(value.lng, tag),
  }
  const move = (next: Position | null): void => {
    setDraft(null)
    onChange(next)
  }
  const type = (lat: string, lng: string): void => {
    const pasted = readPosition(lat)
    if (pasted !== null) return move(pasted)
    setDraft({ lat, lng })
    const degrees = { lat: readDegrees(lat, 90), lng: readDegrees(lng, 180) }
    if (lat.trim() === '' && lng.trim() === '') onChange(null)
    else if (degrees.lat !== null && degrees.lng !== null) onChange({ lat: degrees.lat, lng: degrees.lng })
  }
  const wrong = (text: string, limit: 90 | 180): string | null =>
    text.trim() !== '' && readDegrees(text, limit) === null ? t(limit === 90 ? 'wrongLat' : 'wrongLng') : null
  return (
    <div className="map-picker">
      {canDraw ? (
        <div className="map-picker-frame" style={{ blockSize: height }}>
          <Suspense fallback={<p className="muted">{t('loading')}</p>}>
            <PickerCanvas
              value={value}
              onPick={disabled ? null : move}
              onUnavailable={() => setCanDraw(false)}
            />
          </Suspense>
        </div>
      ) : (
        <p className="muted">{t('noWebgl')}</p>
      )}
      <div className="map-picker-fields" onBlur={() => isPosition(written) && setDraft(null)}>
        <TextField
          label={t('lat')}
          value={written.lat}
          disabled={disabled}
          error={wrong(written.lat, 90)}
          inputMode="decimal"
          dir="ltr"
          onChange={(event) => type(event.currentTarget.value, written.lng)}
        />
        <TextField
          label={t('lng')}
          value={written.lng}
          disabled={disabled}
          error={wrong(written.lng, 180)}
          inputMode="decimal"
          dir="ltr"
          onChange={(event) => type(written.lat, event.currentTarget.value)}
        />
        {value !== null && !disabled && (
          <Button small kind="quiet" onClick={() => move(null)}>
            {t('clear')}
          </Button>
        )}
      </div>
      <p className="map-picker-hint">{t('pickHint')}</p>
    </div>
  )
}

const isPosition = ({ lat, lng }: { lat: string; lng: string }): boolean =>
  readDegrees(lat, 90) !== null && readDegrees(lng, 180) !== null
