import { IconAlertTriangle } from '@tabler/icons-react'
import { useTermWord } from '../../lib/term-words.ts'
import { useTexts } from '../../lib/texts.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import css from './connector.module.css'
import type { Connector } from './station-queries.ts'

/**
 * Shows the fault of a connector: the error code of the standard in plain language, the vendor's code and
 * text as they are.
 */
export function ConnectorFault({ connector }: { connector: Connector }) {
  const t = useTexts('station')
  const { errorcode, info, vendorerrorcode, statecode } = connector
  const isWrong = errorcode !== null && errorcode !== 'NoError'
  const word = useTermWord()
  const hasWord = isWrong && word('errorCode', errorcode) !== errorcode
  const hasReport = isWrong || vendorerrorcode !== null || (statecode === 'faulted' && info !== null)
  if (!hasReport) return info === null ? null : <p className="muted">{info}</p>
  return (
    <Notice tone={statecode === 'faulted' ? 'bad' : 'warn'} icon={<IconAlertTriangle size={18} />}>
      {isWrong && <b>{word('errorCode', errorcode)}</b>}
      {info && <p>{info}</p>}
      <p>
        {hasWord && <bdi className="mono">{errorcode}</bdi>}
        {vendorerrorcode && (
          <>
            {hasWord && ' · '}
            {t('vendorCode')} <bdi className={`mono ${css.code}`}>{vendorerrorcode}</bdi>
          </>
        )}
      </p>
    </Notice>
  )
}
