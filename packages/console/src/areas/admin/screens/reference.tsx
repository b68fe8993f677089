import { type ReferenceKind, references } from '@stationmaster/contract'
import { IconList, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { flag, type Go, listParameters, oneOf, text, useAddress, type Values } from '../../../lib/address.ts'
import type { RowOf } from '../../../lib/list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { columnsOf } from '../reference/reference-columns.tsx'
import { kinds } from '../reference/reference-rows.ts'
import split from '../split.module.css'

const ReferenceDialog = lazy(async () => ({
  default: (await import('../reference/reference-dialog.tsx')).ReferenceDialog,
}))

const where = {
  ...listParameters,
  state: oneOf(['all', 'created', 'enabled', 'disabled']),
  id: text(),
  add: flag(),
}

/** References: `/admin/reference/{kind}`, the kinds in the side column and the rows of the chosen one. */
export default function References() {
  const t = useTexts('references')
  const { param1 } = useParams()
  const kind = kinds.find((known) => known === param1) ?? 'vendor'
  const [at, go] = useAddress(where)
  const list = useRef<HTMLUListElement>(null)
  // On phones the kinds are one scrollable line.
  useEffect(() => {
    list.current
      ?.querySelector(`[data-kind="${kind}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [kind])
  return (
    <Page fill>
      <PageHead
        title={t('title')}
        facts={t(`leads.${kind}`)}
        actions={
          <Button kind="primary" icon={<IconPlus size={16} />} onClick={() => go({ add: true })}>
            {t('add')}
          </Button>
        }
      />
      <div className={split.split} data-narrow data-fill>
        <nav className={split.side} aria-label={t('kinds')}>
          <ul className={split.kinds} ref={list}>
            {kinds.map((one) => (
              <li key={one}>
                <Link
                  className="nav-link"
                  to={addressOf('/admin/reference', [one])}
                  data-kind={one}
                  aria-current={one === kind ? 'page' : undefined}
                >
                  {t(`kindNames.${one}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={split.main}>
          <Rows key={kind} kind={kind} at={at} go={go} />
        </div>
      </div>
    </Page>
  )
}

function Rows({ kind, at, go }: { kind: ReferenceKind; at: Values<typeof where>; go: Go<typeof where> }) {
  const t = useTexts('references')
  const rowsOf = references[kind]
  const columns = useMemo(() => columnsOf(kind), [kind])
  const list = usePagedList({
    name: `reference-${kind}`,
    list: rowsOf.list,
    count: rowsOf.count,
    // Each kind has the columns of `ReferenceRow` and its own.
    columns: columns as readonly Column<RowOf<typeof rowsOf.list>>[],
    where,
    at,
    go,
    fields: ['code', 'name', 'description'],
    filterBy: { state: 'statecode' },
    order: kind === 'mode' ? ['minpower'] : ['name'],
  })
  return (
    <>
      <ListFrame
        list={list}
        label={t(`kindNames.${kind}`)}
        file={kind}
        filters={[segmentFilter(list, 'state', { label: t('state'), word: (state) => t(`states.${state}`) })]}
        empty={
          <Empty icon={<IconList size={28} stroke={1.5} />} title={t('empty')} lead={t(`leads.${kind}`)} />
        }
        rowName={(row) => row.name}
        onOpen={(row) => go({ id: row.id }, { push: true })}
      />
      <Suspense>
        {(at.add || at.id !== '') && (
          <ReferenceDialog
            kind={kind}
            id={at.add ? null : at.id}
            onClose={() => go({ id: '', add: false })}
          />
        )}
      </Suspense>
    </>
  )
}
