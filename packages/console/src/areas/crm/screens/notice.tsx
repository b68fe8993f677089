import { useTexts } from '../../../lib/texts.ts'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'

export default function Screen() {
  const t = useTexts()
  return (
    <Page fill>
      <PageHead title={t('screens.notice')} />
      <Loading />
    </Page>
  )
}
