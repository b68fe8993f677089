import { IconBan, IconCircleCheck, IconRestore, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { Client } from './client-columns.tsx'

/** The methods of a client, as entries of a menu. */
export function ClientMenu({ client }: { client: Client }) {
  const t = useTexts('clients')
  const { name } = client
  return (
    <MethodItems
      classCode="client"
      object={client}
      subject="Clients"
      items={{
        enable: { label: t('acts.enable'), icon: <IconCircleCheck size={16} /> },
        disable: { label: t('acts.disable'), icon: <IconBan size={16} /> },
        restore: { label: t('acts.restore'), icon: <IconRestore size={16} /> },
        delete: {
          label: t('ui.delete'),
          icon: <IconTrash size={16} />,
          color: 'red',
          confirm: () =>
            confirm({ title: t('deleteTitle', { name }), lead: t('deleteLead'), action: t('ui.delete') }),
        },
      }}
    />
  )
}
