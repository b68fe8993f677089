import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Card } from '../../../ui/page/page.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { changeOf, type Comparison, differenceOf } from './comparison.ts'
import { useSigned } from './use-signed.ts'
import css from './comparison.module.css'

/** Sessions whose price would change most, with links to them. */
export function AffectedSessions({ comparison: { sessions, currency } }: { comparison: Comparison }) {
  const t = useTexts('tariff-comparison')
  const format = useFormat()
  const { money, difference, percent } = useSigned(currency)
  if (sessions.length === 0) return null
  const titles = [
    t('columns.session'),
    t('columns.start'),
    t('columns.station'),
    t('groups.clients'),
    t('columns.energy'),
    t('before'),
    t('after'),
    t('difference'),
    t('columns.change'),
  ]
  return (
    <Card title={t('affected')} pad={false}>
      <PlainTable
        wide
        numbers
        label={t('affected')}
        titles={titles}
        className={`${css.table} ${css.sessions}`}
      >
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <th scope="row">
                <Link to={addressOf('/crm/transaction', [session.transactionid])}>
                  {session.transactionid}
                </Link>
              </th>
              <td>{format.stamp(session.datestart)}</td>
              <td className="mono">{session.identity}</td>
              <td>
                <bdi>{session.clientname ?? '–'}</bdi>
              </td>
              <td>{format.energy(session.energy)}</td>
              <td>{money(session.before)}</td>
              <td>{money(session.after)}</td>
              <td>
                <b>{difference(differenceOf(session))}</b>
              </td>
              <td>{percent(changeOf(session))}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Card>
  )
}
