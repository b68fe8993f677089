import { cardCheck } from '@stationmaster/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Card } from '../../../features/cards/card-columns.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationOptions } from '../../../lib/station-options.ts'
import { useTexts } from '../../../lib/texts.ts'
import { RowList } from '../../../ui/data/row-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { NumberField, SelectField } from '../../../ui/form/fields.tsx'
import { FormGrid, Stack } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { DateTimeField } from '../../../ui/time/date-time-field.tsx'
import { cardReason } from './card-reason.ts'

/** Dialog that says whether the card could charge at a station at a time, and which access rules decide. */
export function PlaceCheck({ card, onClose }: { card: Card; onClose: () => void }) {
  const t = useTexts('access')
  const [station, setStation] = useState<string | null>(null)
  const [connector, setConnector] = useState<number | string>('')
  const [datetime, setDatetime] = useState<string | null>(null)
  const options = useStationOptions(null)
  const body = {
    id: card.id,
    station: station ?? '',
    ...(connector === '' ? {} : { connectorid: Number(connector) }),
    ...(datetime === null ? {} : { datetime }),
  }
  return (
    <Dialog wide title={t('check.title')} confirmsDiscard={false} onClose={onClose}>
      <Stack>
        <p className="muted">{t('check.lead')}</p>
        <SelectField
          label={t('placeFields.station')}
          required
          data-autofocus
          {...options}
          value={station}
          onChange={setStation}
        />
        <FormGrid>
          <NumberField
            label={t('placeFields.connector')}
            description={t('check.connectorHint')}
            min={1}
            max={1000}
            allowDecimal={false}
            value={connector}
            onChange={setConnector}
          />
          <DateTimeField
            label={t('check.time')}
            description={t('check.timeHint')}
            value={datetime}
            onChange={setDatetime}
          />
        </FormGrid>
        {station !== null && <Result card={card} body={body} />}
      </Stack>
    </Dialog>
  )
}

function Result({
  card,
  body,
}: {
  card: Card
  body: { id: string; station: string; connectorid?: number; datetime?: string }
}) {
  const t = useTexts('access')
  const tCards = useTexts('cards')
  const found = useEndpoint(cardCheck, body, {
    hints: ['access_rule.changed', 'card.changed', 'transaction.started', 'transaction.stopped'],
    keepPrevious: true,
  })
  if (!found.data) return <Unloaded small query={found} rows={3} />
  const { status, rules, hiddenrule, balancetoolow } = found.data
  return (
    <div aria-live="polite">
      <Stack>
        <Notice tone={status === 'Accepted' ? 'good' : 'bad'}>
          <b>
            {status === 'Blocked' && card.verdict === 'Blocked'
              ? tCards(`page.reasons.${cardReason(card)}`)
              : t(`check.results.${status}`)}
          </b>
          {balancetoolow && <> {t('check.balanceTooLow')}</>}
          {hiddenrule && <> {t('check.hidden')}</>}
        </Notice>
        {rules.length === 0 && <p className="muted">{t('check.noRules')}</p>}
        {rules.length > 0 && (
          <RowList label={t('title')}>
            {rules.map(({ id, label, effect, outcome }) => (
              <li key={id}>
                <div>
                  <Link to={addressOf('/crm/cards', ['rules'], { rule: id })}>{label}</Link>
                  <span className="muted">{t(`check.outcomes.${outcome}`)}</span>
                </div>
                <ToneChip tone={outcome !== 'decides' ? 'calm' : effect === 'allow' ? 'good' : 'bad'}>
                  {t(`effects.${effect}`)}
                </ToneChip>
              </li>
            ))}
          </RowList>
        )}
      </Stack>
    </div>
  )
}
