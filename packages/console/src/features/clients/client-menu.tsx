import { useTexts } from '../../lib/texts.ts'
import { lifeCycleItems } from '../../ui/methods/life-cycle-items.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { Client } from './client-columns.tsx'

/** The methods of a client, as entries of a menu. */
export function ClientMenu({ client }: { client: Client }) {
  const t = useTexts('clients')
  return (
    <MethodItems
      classCode="client"
      object={client}
      subject="Clients"
      items={lifeCycleItems({
        enable: t('acts.enable'),
        disable: t('acts.disable'),
        restore: t('acts.restore'),
        delete: t('ui.delete'),
        question: { title: t('deleteTitle', { name: client.name }), lead: t('deleteLead') },
      })}
    />
  )
}
