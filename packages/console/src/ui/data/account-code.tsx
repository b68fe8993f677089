import { otherAccount, useOwnAccount } from '../../lib/station-name.ts'
import { useTexts } from '../../lib/texts.ts'

/** Shows the code of a station's account next to its identity if it is not the viewer's own account. */
export function AccountCode({ station }: { station: { accountcode: string } }) {
  const t = useTexts()
  const code = otherAccount(station, useOwnAccount())
  if (code === null) return null
  return (
    <span className="muted" title={t('ui.ofAccount', { code })}>
      {' '}
      · <bdi className="mono">{code}</bdi>
    </span>
  )
}
