import {
  type OwnerStatement,
  ownerStatementCreate,
  ownerStatementList,
  ownerStatementStates,
} from '@stationmaster/contract'
import { IconBuildingBank, IconPlus } from '@tabler/icons-react'
import { useMay } from '../../../lib/access.ts'
import { oneOf, useAddress } from '../../../lib/address.ts'
import { callFile } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { monthName, shiftMonth, thisMonth } from '../../../lib/month.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { Card, Page, PageHead } from '../../../ui/page/page.tsx'
import { ExportMenu } from '../../../ui/table/export-menu.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { ownerColumns } from './owner-columns.tsx'
import { ReportTabs } from './report-tabs.tsx'
import css from './report.module.css'

const where = { state: oneOf(['open', 'paid', 'all']) }
const hints = ['charge.changed'] as const
/** Rows of the page; files have all. */
const most = 500

/** Statements of the owners of stations; the open ones are the list of payouts. */
export default function OwnersPage() {
  const t = useTexts('owners')
  const reports = useTexts('reports')
  const { language } = useFormat()
  const mayCreate = useMay()(ownerStatementCreate)
  const [{ state }, go] = useAddress(where)
  const statecode = ownerStatementStates.find((code) => code === state)
  const filter = statecode ? { statecode } : {}
  const list = useEndpoint(ownerStatementList, { ...filter, reclimit: most }, { hints, keepPrevious: true })
  const month = shiftMonth(thisMonth(), -1)
  const create = useChange(ownerStatementCreate, { done: ({ created }) => t('created', { count: created }) })
  return (
    <Page>
      <PageHead
        title={reports('title')}
        facts={<span>{t('lead')}</span>}
        actions={
          <>
            <ExportMenu<OwnerStatement>
              name={`payouts-${state}`}
              columns={ownerColumns}
              total={list.data?.length ?? null}
              file={(file) => callFile(ownerStatementList, filter, file)}
            />
            {mayCreate && (
              <Button
                icon={<IconPlus size={16} />}
                loading={create.isPending}
                onClick={() =>
                  create.mutate({ month }, { onError: (failure) => showFailure(failure, t('ui.saveFailed')) })
                }
              >
                {t('create', { month: monthName(month, language) })}
              </Button>
            )}
          </>
        }
      />
      <ReportTabs active="owners" />
      <Card pad={false}>
        <div className={css.tools}>
          <SegmentedControl
            aria-label={t('columns.state')}
            value={state}
            onChange={(value) => go({ state: where.state.read(value) })}
            data={where.state.words.map((value) => ({ value, label: t(`states.${value}`) }))}
          />
        </div>
        <PartTable
          query={list}
          label={t('title')}
          columns={ownerColumns}
          rows={list.data ?? []}
          rowId={({ id }) => id}
          rowName={({ code }) => code}
          href={({ id }) => addressOf('/crm/report', ['owners', id])}
          empty={
            <Empty
              icon={<IconBuildingBank size={28} stroke={1.5} />}
              title={t('empty')}
              lead={t('emptyLead')}
            />
          }
        />
      </Card>
    </Page>
  )
}
