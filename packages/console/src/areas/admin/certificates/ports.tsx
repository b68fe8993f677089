import { type AnswerOf, tlsListenerList } from '@stationmaster/contract'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { Part } from '../../../ui/page/part.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import css from './certificates.module.css'

/** The certificates of the ports with TLS, by gateway. */
export function Ports() {
  const t = useTexts('certificates')
  const found = useEndpoint(tlsListenerList, {}, { hints: ['authority.changed'] })
  return (
    <Part title={t('admin.port')}>
      {!found.data ? (
        <Unloaded small query={found} rows={3} />
      ) : found.data.length === 0 ? (
        <Notice tone="calm" icon={<IconInfoCircle size={18} />}>
          {t('admin.noPort')}
        </Notice>
      ) : (
        <Stack>
          {found.data.map(({ process, certificates, authorities, loaded, problem }) => (
            <Stack key={process} gap={2}>
              {problem !== null && (
                <Notice tone="bad" icon={<IconAlertTriangle size={18} />}>
                  {t('admin.problem')} <bdi className="mono">{problem}</bdi>
                </Notice>
              )}
              {certificates.map((one) => (
                <Certificate key={one.fingerprint} {...{ ...one, loaded, process }} />
              ))}
              {authorities.map((one) => (
                <Certificate isAuthority key={one.fingerprint} {...{ ...one, loaded, process }} />
              ))}
            </Stack>
          ))}
        </Stack>
      )}
    </Part>
  )
}

type PortCertificate = AnswerOf<typeof tlsListenerList>[number]['certificates'][number]

/** A certificate of the server, or of a configured authority of client certificates. */
function Certificate({
  subject,
  issuer,
  validuntil,
  fingerprint,
  loaded,
  process,
  isAuthority = false,
}: PortCertificate & { loaded: string; process: string; isAuthority?: boolean }) {
  const t = useTexts('certificates')
  return (
    <KeyValues
      wide
      rows={[
        [t(isAuthority ? 'admin.clientAuthority' : 'columns.subject'), <bdi key="subject">{subject}</bdi>],
        [t('columns.issuer'), <bdi key="issuer">{issuer}</bdi>],
        [t('columns.validUntil'), <Moment key="until" at={validuntil} />],
        [t('admin.loaded'), <Moment key="loaded" at={loaded} />],
        [t('admin.process'), <bdi key="process">{process}</bdi>],
        [
          t('admin.fingerprint'),
          <bdi key="fingerprint" className={`mono ${css.fingerprint}`}>
            {fingerprint}
          </bdi>,
        ],
      ]}
    />
  )
}
