import type { AnswerOf, guestChargeGet } from '@stationmaster/contract'
import { IconInfoCircle } from '@tabler/icons-react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ConnectorState } from '../parts/connector-options.tsx'
import driver from '../parts/driver.module.css'
import css from './guest.module.css'

type Place = Pick<
  AnswerOf<typeof guestChargeGet>,
  'photo' | 'connectorno' | 'placelabel' | 'stationlabel' | 'address' | 'type' | 'power' | 'evseid' | 'state'
>

/** Photo, number and public id of the connector, so that a replaced label is noticed. */
export function ConnectorCard({ place, isChecked = false }: { place: Place; isChecked?: boolean }) {
  const t = useTexts('guest')
  const format = useFormat()
  const { photo, connectorno, placelabel, stationlabel, address, type, power, evseid, state } = place
  return (
    <section className={driver.card}>
      {photo !== null && <img className={css.photo} src={photo} alt={t('price.photo')} />}
      <div className={driver.connector}>
        <span className={driver.tile}>{connectorno}</span>
        <div>
          <b>
            <bdi>{placelabel}</bdi>
          </b>
          <div className={driver.facts}>
            {stationlabel !== null && stationlabel !== placelabel && <bdi>{stationlabel}</bdi>}
            {type !== null && <span>{type}</span>}
            {power !== null && <span>{format.withUnit(power / 1000, 0, 'kW')}</span>}
            <ConnectorState state={state} />
          </div>
          {address !== null && <div className={driver.small}>{address}</div>}
          {evseid !== null && <span className="mono">{evseid}</span>}
        </div>
      </div>
      {isChecked && (
        <p className={css.check}>
          <IconInfoCircle size={20} aria-hidden="true" />
          {t('price.check', { no: connectorno })}
        </p>
      )}
    </section>
  )
}
