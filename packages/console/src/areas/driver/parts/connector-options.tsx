import type { AnswerOf, driverPlaceGet } from '@stationmaster/contract'
import { type ComponentType, useId } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { StateGlyph } from '../../../ui/state/state-glyph.tsx'
import { useStateLabel } from '../../../ui/state/use-state-label.ts'
import css from './driver.module.css'

export type Connector = AnswerOf<typeof driverPlaceGet>['list'][number]

/** Returns true if a start at the connector can succeed; the cable may already be connected. */
export const isStartable = ({ state }: Pick<Connector, 'state'>): boolean =>
  ['available', 'preparing', 'finishing', 'reserved'].includes(state)

/** The connectors of a place by type and power; those that cannot start are disabled. */
export function ConnectorOptions({
  list,
  chosen,
  own,
  Note,
  onChoose,
}: {
  list: readonly Connector[]
  chosen: string | null
  /** Connector that is reserved for the driver. */
  own: string | null
  /** Shown below the state of a connector. */
  Note: ComponentType<{ connector: Connector; isOwn: boolean }>
  onChoose: (id: string) => void
}) {
  const t = useTexts('driver')
  const groups = new Map<string, Connector[]>()
  for (const connector of list) {
    const key = `${connector.type ?? ''} ${connector.power ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), connector])
  }
  const hasStations = new Set(list.map(({ station }) => station)).size > 1
  const name = useId()
  return [...groups].map(([key, connectors]) => (
    <fieldset key={key} className={css.group}>
      <Legend connector={connectors[0]!} />
      <div className={css.grid}>
        {connectors.map((connector) => (
          <label key={connector.id} className={css.option}>
            <input
              type="radio"
              name={name}
              checked={connector.id === chosen}
              disabled={!isStartable(connector)}
              onChange={() => onChoose(connector.id)}
            />
            <span className={css.no}>{connector.no}</span>
            <span>
              <ConnectorState state={connector.state} />
              {hasStations && (
                <span className={css.facts}>
                  <bdi>{connector.stationlabel ?? connector.station}</bdi>
                </span>
              )}
              <Note connector={connector} isOwn={connector.id === own} />
              {connector.minutesleft !== null && (
                <span className={css.facts}>{t('queue.left', { minutes: connector.minutesleft })}</span>
              )}
              {connector.label !== null && (
                <span className={css.facts}>
                  <bdi>{connector.label}</bdi>
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  ))
}

export function ConnectorState({ state }: Pick<Connector, 'state'>) {
  const word = useStateLabel('connector')
  return (
    <span className={css.state} data-state={state}>
      <StateGlyph state={state} size={16} />
      {word(state)}
    </span>
  )
}

function Legend({ connector: { type, power } }: { connector: Connector }) {
  const t = useTexts('driver')
  const format = useFormat()
  const parts = [type, power === null ? null : format.withUnit(power / 1000, 0, 'kW')].filter(Boolean)
  return <legend>{parts.length > 0 ? parts.join(' · ') : t('site.connectors')}</legend>
}
