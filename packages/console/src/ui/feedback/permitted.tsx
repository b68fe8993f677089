import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type May, useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { type Crumb, Page, PageHead } from '../page/page.tsx'
import { Empty } from './feedback.tsx'

/** Shows a page if the viewer may read its data; otherwise says so under its title, without a request. */
export function Permitted({
  to,
  title,
  crumbs,
  children,
}: {
  /** The endpoint that reads the data of the page. */
  to: Parameters<May>[0]
  title: string
  crumbs: readonly Crumb[]
  children: ReactNode
}) {
  const t = useTexts()
  if (useMay()(to)) return children
  return (
    <Page>
      <PageHead title={title} crumbs={crumbs} />
      <Empty
        icon={<IconLock size={28} stroke={1.5} />}
        title={t('pages.forbidden')}
        lead={t('pages.forbiddenLead')}
      />
    </Page>
  )
}
