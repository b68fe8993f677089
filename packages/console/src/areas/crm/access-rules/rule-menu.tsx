import { accessRuleSet } from '@stationmaster/contract'
import { useMay } from '../../../lib/access.ts'
import { useTexts } from '../../../lib/texts.ts'
import { lifeCycleItems } from '../../../ui/methods/life-cycle-items.tsx'
import { EditItem } from '../../../ui/methods/edit-item.tsx'
import { MethodItems } from '../../../ui/methods/method-items.tsx'
import type { Rule } from './rule-columns.tsx'

/** Editing, and the methods of a rule. */
export function RuleMenu({ rule, onEdit }: { rule: Rule; onEdit: () => void }) {
  const t = useTexts('access')
  const mayEdit = useMay()(accessRuleSet, { id: rule.id })
  return (
    <>
      <EditItem mayEdit={mayEdit} onClick={onEdit} />
      <MethodItems
        classCode="access_rule"
        object={rule}
        subject="Access rules"
        items={lifeCycleItems({
          enable: t('acts.enable'),
          disable: t('acts.disable'),
          restore: t('acts.restore'),
          delete: t('ui.delete'),
          question: { title: t('deleteTitle', { name: rule.label }), lead: t('deleteLead') },
        })}
      />
    </>
  )
}
