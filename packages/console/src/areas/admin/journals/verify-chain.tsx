import { type AnswerOf, auditVerify } from '@stationmaster/contract'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

type Part = AnswerOf<typeof auditVerify>
export type Verifying =
  | { state: 'idle' }
  | { state: 'running'; part: Part | null }
  | { state: 'done'; part: Part }
  | { state: 'failed'; error: unknown }

/** Verifies the chain part by part, so that its progress is visible; leaving the page aborts it. */
export function useVerifying(): { verifying: Verifying; verify: () => void } {
  const [verifying, setVerifying] = useState<Verifying>({ state: 'idle' })
  const currentRun = useRef<AbortController>(undefined)
  useEffect(() => () => currentRun.current?.abort(), [])
  const verify = async (): Promise<void> => {
    currentRun.current?.abort()
    const controller = new AbortController()
    currentRun.current = controller
    setVerifying({ state: 'running', part: null })
    try {
      for (let after = 0; ; ) {
        const part = await call(auditVerify, { after }, { signal: controller.signal })
        setVerifying({ state: part.isdone ? 'done' : 'running', part })
        if (part.isdone) return
        after = part.until
      }
    } catch (error) {
      if (!controller.signal.aborted) setVerifying({ state: 'failed', error })
    }
  }
  return { verifying, verify: () => void verify() }
}

export function VerifyButton({ verifying, verify }: ReturnType<typeof useVerifying>) {
  const t = useTexts('journals')
  return (
    <Button icon={<IconShieldCheck size={16} />} loading={verifying.state === 'running'} onClick={verify}>
      {t('audit.verify')}
    </Button>
  )
}

/** Progress or result of the verification; announced when it changes. */
export function Verified({ verifying, onRetry }: { verifying: Verifying; onRetry: () => void }) {
  const t = useTexts('journals')
  if (verifying.state === 'idle') return null
  if (verifying.state === 'failed') return <Failure small error={verifying.error} onRetry={onRetry} />
  const { part } = verifying
  if (!part || verifying.state === 'running')
    return (
      <Notice tone="busy" icon={<IconShieldCheck size={18} />}>
        <output>{t('audit.verifying', { done: part?.until ?? 0, total: part?.total ?? 0 })}</output>
      </Notice>
    )
  if (part.broken) return <Broken broken={part.broken} />
  return (
    <Notice tone="good" icon={<IconShieldCheck size={18} />}>
      <output>
        {t('audit.holds', { count: part.total })}{' '}
        {part.unsealed > 0 && t('audit.unsealed', { count: part.unsealed })}
      </output>
    </Notice>
  )
}

/** Findings outside of the chain, which have no position in it. */
const isOutside = new Set<string>(['foreign', 'time', 'trigger'])

function Broken({ broken }: { broken: NonNullable<Part['broken']> }) {
  const t = useTexts('journals')
  const isOne = broken.until === broken.number
  const places = isOne
    ? t('audit.entry', { number: broken.number })
    : t('audit.entries', { from: broken.number, to: broken.until })
  return (
    <Notice tone="bad" alert icon={<IconShieldX size={18} />}>
      <p>
        <strong>{isOutside.has(broken.reason) ? t('audit.problem') : t('audit.broken', { places })}</strong>{' '}
        {t(`audit.breaks.${broken.reason}`)}
      </p>
      {broken.label !== null && (
        <p>
          <bdi>{broken.label}</bdi>
        </p>
      )}
      {(broken.reason === 'cut' || broken.reason === 'replaced') && <p>{t('audit.restored')}</p>}
    </Notice>
  )
}
