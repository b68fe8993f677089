import { IconCircleCheck, IconFilePlus, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { MethodItem } from '../../ui/methods/use-methods.ts'
import type { Tariff } from './tariff-columns.tsx'

/** Returns a function that asks before a method runs. */
const asks = (title: string, lead: string, action: string) => () => confirm({ title, lead, action })

/** Returns the items of the methods of a tariff; activation opens a dialog on its page. */
export function useTariffItems(tariff: Tariff): Readonly<Record<string, MethodItem>> {
  const t = useTexts('tariffs')
  const navigate = useNavigate()
  const name = tariff.label
  return {
    activate: {
      label: t('acts.activate'),
      icon: <IconCircleCheck size={16} />,
      run: () => void navigate(addressOf('/crm/tariff', [tariff.id], { activate: '1' })),
    },
    create_draft: { label: t('acts.createDraft'), icon: <IconFilePlus size={16} /> },
    delete_draft: {
      label: t('acts.deleteDraft'),
      icon: <IconTrash size={16} />,
      color: 'red',
      confirm: asks(t('deleteDraftTitle'), t('deleteDraftLead'), t('acts.deleteDraft')),
    },
    retire: {
      label: t('acts.retire'),
      icon: <IconPlayerStop size={16} />,
      confirm: asks(t('retireTitle', { name }), t('retireLead'), t('acts.retire')),
    },
    delete: {
      label: t('ui.delete'),
      icon: <IconTrash size={16} />,
      color: 'red',
      confirm: asks(t('deleteTitle', { name }), t('deleteLead'), t('ui.delete')),
    },
  }
}

/** The methods of a tariff, as entries of a menu. */
export function TariffMenu({ tariff, except = [] }: { tariff: Tariff; except?: readonly string[] }) {
  return (
    <MethodItems
      classCode="tariff"
      object={tariff}
      subject="Tariffs"
      items={useTariffItems(tariff)}
      except={except}
    />
  )
}
