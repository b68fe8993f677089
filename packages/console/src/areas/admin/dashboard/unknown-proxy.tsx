import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** Warns that stations seem to connect through a reverse proxy that is not named in TRUST_PROXY. */
export function UnknownProxy({ address }: { address: string | null }) {
  const t = useTexts('dashboard')
  if (address === null) return null
  return (
    <Notice tone="warn" icon={<IconAlertTriangle size={18} />}>
      {t('unknownProxy', { address })}
    </Notice>
  )
}
