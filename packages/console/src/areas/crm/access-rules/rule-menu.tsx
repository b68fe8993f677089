import { accessRuleSet } from '@stationmaster/contract'
import { IconPencil } from '@tabler/icons-react'
import { useMay } from '../../../lib/access.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Menu } from '../../../ui/menu.tsx'
import { lifeCycleItems } from '../../../ui/methods/life-cycle-items.tsx'
import { MethodItems } from '../../../ui/methods/method-items.tsx'
import type { Rule } from './rule-columns.tsx'

/** Editing, and the methods of a rule. */
export function RuleMenu({ rule, onEdit }: { rule: Rule; onEdit: () => void }) {
  const t = useTexts('access')
  const mayEdit = useMay()(accessRuleSet, { id: rule.id })
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
        {t(mayEdit ? 'ui.edit' : 'ui.details')}
      </Menu.Item>
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
