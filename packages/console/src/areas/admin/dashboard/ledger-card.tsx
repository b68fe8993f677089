import { ledgerCheck } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { LabelledAgo } from '../../../ui/time/moment.tsx'
import { LevelChip } from './health-tile.tsx'

/** The last nightly verification of the ledger, with its first differences. */
export function LedgerCard() {
  const t = useTexts('dashboard')
  const format = useFormat()
  const query = useEndpoint(ledgerCheck, {})
  const check = query.data
  return (
    <div id="ledger">
      <Card
        title={t('ledger.title')}
        actions={
          check && (
            <span className="muted">
              <LabelledAgo label={t('ledger.checked')} at={check.checked} />
            </span>
          )
        }
      >
        {check === undefined ? (
          <Unloaded small query={query} rows={2} />
        ) : check === null ? (
          <Empty title={t('ledger.never')} />
        ) : (
          <Stack>
            <div>
              <LevelChip level={check.mismatches === 0 ? 'good' : 'bad'}>
                {check.mismatches === 0
                  ? t('ledger.correct')
                  : t('ledger.mismatches', { count: check.mismatches })}
              </LevelChip>
            </div>
            <p className="muted">
              {t('ledger.counts', {
                accounts: format.number(check.accounts),
                transfers: format.number(check.transfers),
              })}
            </p>
            {check.details.length > 0 && (
              <PlainTable
                label={t('ledger.title')}
                titles={[t('ledger.account'), t('ledger.difference'), t('ledger.object')]}
                maxHeight={320}
              >
                <tbody>
                  {check.details.map(({ account, what, id }) => (
                    <tr key={`${what} ${id} ${account}`}>
                      <th scope="row">{account}</th>
                      <td>{t(`ledger.what.${what}`)}</td>
                      <td>
                        <bdi className="mono">{id}</bdi>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </PlainTable>
            )}
          </Stack>
        )}
      </Card>
    </div>
  )
}
