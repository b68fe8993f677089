import { IconBan, IconCircleCheck, IconRestore, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { Site } from './site-columns.tsx'

/** The methods of a site, as entries of a menu. */
export function SiteMenu({ site }: { site: Site }) {
  const t = useTexts('sites')
  return (
    <MethodItems
      classCode="site"
      object={site}
      subject="Sites"
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
              title: t('deleteTitle', { name: site.label }),
              lead: t('deleteLead'),
              action: t('ui.delete'),
            }),
        },
      }}
    />
  )
}
