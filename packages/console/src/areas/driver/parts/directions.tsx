import { IconDirections } from '@tabler/icons-react'
import { useTexts } from '../../../lib/texts.ts'
import css from './driver.module.css'

/** A link to the way to a place; renders nothing without its position. */
export function Directions({ place: { lat, lng } }: { place: { lat: number | null; lng: number | null } }) {
  const t = useTexts('driver')
  if (lat === null || lng === null) return null
  return (
    <a className={css.big} href={directionsTo(lat, lng)}>
      <IconDirections size={22} />
      {t('site.directions')}
    </a>
  )
}

/** Returns an address that opens the map app of the phone, or OpenStreetMap on a computer. */
function directionsTo(lat: number, lng: number): string {
  const at = `${lat},${lng}`
  if (/android/i.test(navigator.userAgent)) return `geo:${at}?q=${at}`
  if (/iphone|ipad/i.test(navigator.userAgent)) return `https://maps.apple.com/?daddr=${at}`
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(at)}`
}
