import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { StateGlyph } from '../../ui/state/state-glyph.tsx'
import { stateOf } from '../../ui/state/state-names.ts'
import { useStateLabel } from '../../ui/state/use-state-label.ts'
import { Ago } from '../../ui/time/moment.tsx'
import { type Station, StationName, StationState } from './station-columns.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import css from './stations.module.css'

/** Stations as tiles: name and state, a line per connector, power and last contact. */
export function StationTiles({
  label,
  stations,
  href,
  mapless,
}: {
  label: string
  /** True if the tiles replace a map that the browser cannot draw. */
  mapless: boolean
  stations: readonly Station[]
  href: (station: Station) => string
}) {
  const t = useTexts('stations')
  return (
    <>
      {mapless && <Notice tone="warn">{t('mapMissing')}</Notice>}
      <ul className={css.tiles} aria-label={label}>
        {stations.map((station) => (
          <li key={station.id}>
            <Link to={href(station)} className={css.tile} data-state={stateOf(station.displaystate)}>
              <span className={css.tileHead}>
                <StationName station={station} />
                <StationState station={station} />
              </span>
              <Plugs station={station} />
              <Foot station={station} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Plugs({ station }: { station: Station }) {
  const word = useStateLabel('connector')
  const format = useFormat()
  return (
    <ul className={css.plugs} data-faded={!station.connected || undefined}>
      {station.connectors
        .filter(({ connectorid }) => connectorid > 0)
        .map((connector) => (
          <li key={connector.id}>
            <StateGlyph state={connector.statecode} size={14} />
            {connector.connectorid} ·{' '}
            {connector.power ? format.power(connector.power) : word(connector.statecode)}
            {connector.soc !== null && connector.power ? ` · ${format.percent(connector.soc)}` : ''}
          </li>
        ))}
    </ul>
  )
}

function Foot({ station }: { station: Station }) {
  const t = useTexts('stations')
  const format = useFormat()
  return (
    <span className={css.tileFoot}>
      <span>{[station.vendorname, station.modelname].filter(Boolean).join(' ')}</span>
      {station.power ? (
        <b className="figure">{format.power(station.power)}</b>
      ) : station.lastseen ? (
        <Ago at={station.lastseen} />
      ) : (
        t('neverSeen')
      )}
    </span>
  )
}
