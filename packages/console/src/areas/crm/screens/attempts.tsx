import {
  connectionAttemptCount,
  connectionAttemptList,
  connectionAttemptReasons,
  stationLink,
} from '@stationmaster/contract'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AddStation } from '../../../features/stations/add-station.tsx'
import { attemptColumns } from '../../../features/stations/attempt-columns.tsx'
import { type Attempt, useAttemptTexts } from '../../../features/stations/attempt-texts.ts'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useColumns } from '../../../ui/table/use-columns.ts'

const reasons = ['any', ...connectionAttemptReasons] as const
const shown = ['open', 'all'] as const
const where = { ...listParameters, reason: oneOf(reasons), show: oneOf(shown), add: text() }
const hints = ['connection_attempt.changed', 'station.changed'] as const
const rowId = (attempt: Attempt) => attempt.id
const rowName = (attempt: Attempt) => attempt.identity || attempt.path

/** Rejected handshakes of all stations: shows why a station does not appear. */
export default function Attempts() {
  const t = useTexts('connection')
  const tShell = useTexts()
  const words = useAttemptTexts()
  const user = useUser()
  const [at, go] = useAddress(where)
  const attempts = useList({
    list: connectionAttemptList,
    count: connectionAttemptCount,
    at,
    filter: {
      ...(at.show === 'open' ? { resolved: false } : {}),
      ...(at.reason === 'any' ? {} : { reason: at.reason }),
    },
    search: textSearch(at.q, ['identity', 'address', 'username']),
    order: ['last DESC'],
    hints,
  })
  const [chosen, choose] = useColumns('attempts', at.cols, (cols) => go({ cols }))
  const columns = useMemo(
    () =>
      attemptColumns({
        code: user?.account.code ?? '',
        isAdmin: user?.admin ?? false,
        onAdd: (identity) => go({ add: identity }, { push: true }),
      }),
    [user, go],
  )
  const filters = [
    ...(at.q ? [at.q] : []),
    ...(at.reason === 'any' ? [] : [words.reason({ reason: at.reason })]),
  ]
  return (
    <Page fill>
      <PageHead
        title={tShell('screens.attempts')}
        crumbs={[{ label: tShell('screens.stations'), to: addressOf('/crm/stations') }]}
        facts={t('attempts.lead')}
      />
      <ListPanel
        list={attempts}
        paging={pagingOf(at, go, attempts.total)}
        filters={filters}
        onClear={() => go({ q: '', reason: 'any', page: 1 })}
        toolbar={
          <ListToolbar
            filter={
              <FilterField
                value={at.q}
                placeholder={t('attempts.filter')}
                onChange={(q) => go({ q, page: 1 })}
              />
            }
            chips={
              <>
                <SelectField
                  aria-label={t('attempts.columns.reason')}
                  w={220}
                  allowDeselect={false}
                  value={at.reason}
                  onChange={(reason) => go({ reason: where.reason.read(reason), page: 1 })}
                  data={reasons.map((value) => ({
                    value,
                    label: value === 'any' ? t('attempts.anyReason') : words.reason({ reason: value }),
                  }))}
                />
                <SegmentedControl
                  aria-label={t('attempts.show')}
                  value={at.show}
                  onChange={(show) => go({ show: where.show.read(show), page: 1 })}
                  data={shown.map((value) => ({ value, label: t(`attempts.${value}`) }))}
                />
              </>
            }
            end={
              <>
                <ListMenus list="attempts" columns={columns} chosen={chosen} onChange={choose} />
                <CsvButton csv={attempts.csv} name="connection-attempts" />
              </>
            }
          />
        }
        empty={<NoAttempts />}
      >
        <DataTable
          label={tShell('screens.attempts')}
          columns={columns}
          chosen={chosen}
          rows={attempts.rows}
          rowId={rowId}
          rowName={rowName}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
        />
      </ListPanel>
      {at.add !== '' && <AddStation identity={at.add} onClose={() => go({ add: '' })} />}
    </Page>
  )
}

function NoAttempts() {
  const t = useTexts('connection')
  const link = useQuery(endpointQuery(stationLink, {}))
  return (
    <Empty
      icon={<IconPlugConnectedX size={28} stroke={1.5} />}
      title={t('attempts.empty')}
      lead={
        <>
          {t('attempts.emptyLead')} {link.data && <bdi className="mono">{link.data.base}</bdi>}
        </>
      }
    />
  )
}
