import { useTexts } from '../../lib/texts.ts'
import { lifeCycleItems } from '../../ui/methods/life-cycle-items.tsx'
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
      items={lifeCycleItems({
        enable: t('acts.enable'),
        disable: t('acts.disable'),
        restore: t('acts.restore'),
        delete: t('ui.delete'),
        question: { title: t('deleteTitle', { name: site.label }), lead: t('deleteLead') },
      })}
    />
  )
}
