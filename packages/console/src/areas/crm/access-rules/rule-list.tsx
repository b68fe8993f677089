import { accessRuleCount, accessRuleList, accessRuleSet } from '@stationmaster/contract'
import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { loadTexts, useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { type Rule, ruleColumns } from './rule-columns.tsx'
import { RuleMenu } from './rule-menu.tsx'

const RuleDialog = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialog }))
const RuleDialogOf = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialogOf }))
const ListStates = lazy(async () => {
  const [module] = await Promise.all([import('./list-states.tsx'), loadTexts('local-lists')])
  return { default: module.ListStates }
})

const where = {
  ...listParameters,
  state: oneOf(['all', 'enabled', 'disabled', 'deleted']),
  rule: text(),
  add: flag(),
}

/** The rules that decide which cards may charge where and when. */
export default function AccessRules() {
  const t = useTexts('access')
  const mayAdd = useMay()(accessRuleSet, { id: null })
  const customLabels = useCustomLabels()
  const [at, go] = useAddress(where)
  const rules = usePagedList({
    name: 'access-rules',
    list: accessRuleList,
    count: accessRuleCount,
    columns: ruleColumns,
    where,
    at,
    go,
    fields: ['label', 'code', 'cardcode', 'cardname', 'sitelabel', 'identity', 'cardtag', 'stationtag'],
    filterBy: { state: 'statetypecode' },
    order: ['label'],
    hints: ['access_rule.changed', 'rights.changed'],
  })
  const create = mayAdd && { label: t('add'), onCreate: () => go({ add: true }, { push: true }) }
  const open = ({ id }: Rule) => go({ rule: id }, { push: true })
  return (
    <ListScreen
      list={rules}
      title={t('title')}
      crumbs={[{ label: t('screens.cards'), to: addressOf('/crm/cards') }]}
      count={(count) => t('count', { count })}
      above={
        <>
          <p className="muted">{t('lead')}</p>
          <Suspense>
            <ListStates />
          </Suspense>
        </>
      }
      create={create}
      placeholder={t('filter')}
      filters={[
        segmentFilter(rules, 'state', {
          label: t('columns.state'),
          word: (state) => customLabels('access_rule', state) ?? t(`stateFilters.${state}`),
        }),
      ]}
      empty={
        <Empty
          icon={<IconLock size={28} stroke={1.5} />}
          title={t('empty')}
          lead={t('emptyLead')}
          action={create && <Button onClick={create.onCreate}>{create.label}</Button>}
        />
      }
      rowName={({ label }) => label}
      rowState={({ statecode }) => statecode}
      onOpen={open}
      renderMenu={(rule) => <RuleMenu rule={rule} onEdit={() => open(rule)} />}
    >
      <Suspense>
        {at.add && mayAdd && <RuleDialog rule={null} onClose={() => go({ add: false })} />}
        {at.rule !== '' && (
          <RuleDialogOf key={at.rule} id={at.rule} rows={rules.rows} onClose={() => go({ rule: '' })} />
        )}
      </Suspense>
    </ListScreen>
  )
}
