import {
  type BulkAction,
  bulkActions,
  type BulkClass,
  bulkCommands,
  bulkRunList,
  bulkRunStart,
  cardSet,
  commandSend,
  maxBulkObjects,
  stationSet,
} from '@stationmaster/contract'
import { IconChevronDown, IconThumbUp } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { countOf } from '../../ui/table/selection.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { BulkResult } from './bulk-result.tsx'
import { BulkRuns } from './bulk-runs.tsx'
import { type ChosenObjects, chosenOf } from './chosen-objects.ts'

const PrintLabels = lazy(async () => ({ default: (await import('./print-labels.tsx')).PrintLabels }))

/** Rows that can be selected or left out one by one: as many as a filter can have values. */
const maxMarked = 1000
const updates = { charge_point: stationSet, card: cardSet } as const

/** Actions on the selected rows, as a run with a result for each. */
export function BulkMenu({
  list,
  classCode,
  waiting = [],
  small = true,
}: {
  list: ChosenObjects
  classCode: BulkClass
  /** Ids of selected stations that wait for approval. */
  waiting?: readonly string[]
  small?: boolean
}) {
  const t = useTexts('maintenance')
  const may = useMay()
  const [action, setAction] = useState<BulkAction | null>(null)
  const [run, setRun] = useState<string | null>(null)
  const [isListOpen, setListOpen] = useState(false)
  const { selection, total } = list
  const count = countOf(selection, total)
  const isAllowed = (one: BulkAction): boolean =>
    may(bulkRunStart) && (Object.hasOwn(bulkCommands, one) ? may(commandSend) : may(updates[classCode], {}))
  const actions = bulkActions[classCode].filter(isAllowed)
  const tooMany =
    count > maxBulkObjects || selection.ids.size > maxMarked || selection.except.size > maxMarked
  const why = tooMany ? t('bulk.tooMany', { count: selection.all ? maxBulkObjects : maxMarked }) : undefined
  if (actions.length === 0) return null
  const isApproval = action === 'approve' && waiting.length > 0
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            small={small}
            icon={<IconChevronDown size={14} />}
            disabled={why !== undefined || count === 0}
            title={why}
            aria-description={why}
          >
            {t('bulk.actions')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((one) => (
            <Menu.Item key={one} onClick={() => setAction(one)}>
              {t(`bulk.${classCode}.${one}` as 'bulk.charge_point.reset')}
            </Menu.Item>
          ))}
          {classCode === 'charge_point' && (
            <Suspense fallback={null}>
              <PrintLabels list={list} />
            </Suspense>
          )}
          {may(bulkRunList) && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setListOpen(true)}>{t('bulk.lastRuns')}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {waiting.length > 0 && actions.some((one) => one === 'approve') && (
        <Button small icon={<IconThumbUp size={14} />} onClick={() => setAction('approve')}>
          {t('bulk.approveCount', { count: waiting.length })}
        </Button>
      )}
      {action && (
        <BulkDialog
          of={{
            classCode,
            action,
            count: isApproval ? waiting.length : count,
            list: isApproval ? chosenOf(waiting, selection.clear) : list,
          }}
          onClose={() => setAction(null)}
          onStarted={(id) => {
            setAction(null)
            setRun(id)
          }}
        />
      )}
      {isListOpen && <BulkRuns onOpen={setRun} onClose={() => setListOpen(false)} />}
      {run && (
        <BulkResult
          id={run}
          onRetry={setRun}
          onClose={() => {
            setRun(null)
            // Results that were opened from the list concern other rows.
            if (!isListOpen) selection.clear()
          }}
        />
      )}
    </>
  )
}
