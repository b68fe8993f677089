import { accessRuleSet } from '@stationmaster/contract'
import { IconBan, IconCircleCheck, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import { useMay } from '../../../lib/access.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Menu } from '../../../ui/menu.tsx'
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
        items={{
          enable: { label: t('acts.enable'), icon: <IconCircleCheck size={16} /> },
          disable: { label: t('acts.disable'), icon: <IconBan size={16} /> },
          restore: { label: t('acts.restore'), icon: <IconRestore size={16} /> },
          delete: {
            label: t('ui.delete'),
            icon: <IconTrash size={16} />,
            color: 'red',
            confirm: () =>
              confirm({
                title: t('deleteTitle', { name: rule.label }),
                lead: t('deleteLead'),
                action: t('ui.delete'),
              }),
          },
        }}
      />
    </>
  )
}
