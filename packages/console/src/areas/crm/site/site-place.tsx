import { isOpenAt } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { PlaceMap } from '../../../features/map/place-map.tsx'
import { type OpeningHours, spansOf } from '../../../features/sites/opening-hours.ts'
import { addressLine, type Site } from '../../../features/sites/site-columns.tsx'
import { weekdayName } from '../../../ui/time/moment.tsx'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Card } from '../../../ui/page/page.tsx'
import css from './site.module.css'

/** Opening hours, grid limit and position of the site, for a visit. */
export function SitePlace({ site }: { site: Site }) {
  const t = useTexts('sites')
  const format = useFormat()
  const { lat, lng, countrycode } = site
  const position = lat === null || lng === null ? null : { lat, lng }
  const rows: [string, ReactNode][] = [
    [
      t('columns.address'),
      [addressLine(site), countrycode && countryName(format.tag, countrycode)].filter(Boolean).join(', '),
    ],
    [t('hours.label'), site.openinghours && <Hours key="hours" site={site} hours={site.openinghours} />],
    [t('columns.gridlimit'), site.gridlimit === null ? null : format.power(site.gridlimit)],
    [
      t('place.position'),
      position && (
        <a
          key="route"
          href={`https://www.openstreetmap.org/directions?to=${position.lat}%2C${position.lng}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('place.route')}
        </a>
      ),
    ],
  ]
  return (
    <>
      <Card title={t('place.label')}>
        <div className={css.place}>
          <KeyValues rows={rows} />
        </div>
      </Card>
      {position && <PlaceMap position={position} />}
    </>
  )
}

const countryName = (tag: string, code: string): string =>
  new Intl.DisplayNames([tag], { type: 'region', fallback: 'code' }).of(code) ?? code

function Hours({ site, hours }: { site: Site; hours: OpeningHours }) {
  const t = useTexts('sites')
  const { tag } = useFormat()
  const now = useNow()
  const isOpen = isOpenAt(hours, site.timezone, now)
  if (hours.twentyfourseven) return t('hours.always')
  return (
    <span className={css.hours}>
      {isOpen !== null && <b>{t(isOpen ? 'place.open' : 'place.closed')}</b>}
      {spansOf(hours).map(({ from, to, hours: text }) => (
        <span key={from}>
          {weekdayName(tag, from, 'short')}
          {to !== from && `–${weekdayName(tag, to, 'short')}`} {text || t('place.closedDay')}
        </span>
      ))}
    </span>
  )
}
