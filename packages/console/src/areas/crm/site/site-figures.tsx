import { siteFigures } from '@stationmaster/contract'
import { Link } from 'react-router'
import type { Site } from '../../../features/sites/site-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Amount, Figure, Figures } from '../../../ui/page/figures.tsx'
import css from './site.module.css'

/** Power and energy grow with readings, for which there is no hint. */
const whileShownMs = 30_000

/** Power now against the grid limit, energy of the day, running sessions, and stations with problems. */
export function SiteFigures({ site }: { site: Site }) {
  const t = useTexts('sites')
  const format = useFormat()
  const { data } = useEndpoint(
    siteFigures,
    { id: site.id },
    {
      hints: ['station.changed', 'connector.changed', 'transaction.started', 'transaction.stopped'],
      refetchInterval: whileShownMs,
    },
  )
  const { gridlimit } = site
  const isOver = data !== undefined && gridlimit !== null && data.power > gridlimit
  const power = <Amount quantity={format.powerQuantity(data?.power)} />
  return (
    <Figures>
      <Figure
        label={t('figures.power')}
        value={isOver ? <span className={css.over}>{power}</span> : power}
        note={
          gridlimit === null ? (
            <Link to={addressOf('/crm/site', [site.id, 'details'])}>{t('figures.setLimit')}</Link>
          ) : (
            data &&
            t(isOver ? 'figures.over' : 'figures.ofLimit', {
              percent: format.percent((data.power / gridlimit) * 100),
              limit: format.power(gridlimit),
            })
          )
        }
      />
      <Figure
        label={t('figures.energy')}
        value={format.energyQuantity(data?.energytoday)}
        note={t('figures.sinceMidnight')}
      />
      <Figure
        label={t('figures.running')}
        value={<span className="figure">{data ? format.number(data.running) : '–'}</span>}
        note={data && t('figures.connectors', { count: data.connectors })}
      />
      <Figure
        label={t('figures.problems')}
        value={
          <span className={data?.problems ? `figure ${css.over}` : 'figure'}>
            {data ? format.number(data.problems) : '–'}
          </span>
        }
        note={
          data && data.problems > 0 ? (
            <Link to={addressOf('/crm/stations', [], { site: site.id })}>{t('figures.show')}</Link>
          ) : (
            data && t('figures.ofStations', { count: data.stations })
          )
        }
      />
    </Figures>
  )
}
