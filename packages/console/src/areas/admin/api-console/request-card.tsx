import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react'
import { callAddress } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { CopyButton } from '../../../ui/data/copy.tsx'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Card, FormGrid, Stack } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import css from './api-console.module.css'
import type { ApiEndpoint } from './api-endpoints.ts'
import { asCurl } from './as-curl.ts'
import { faultsOf } from './body-faults.ts'
import { CopyTextButton } from './copy-text-button.tsx'
import { useFaultWords } from './fault-words.ts'

// The editor is as large as all screens of the area together.
const JsonEditor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }))

export interface RequestDraft {
  text: string
  params: Readonly<Record<string, string>>
}

/** One endpoint: its description, its body, and the button that sends it. */
export function RequestCard({
  call,
  request,
  onChange,
  isSending,
  onSend,
  onCancel,
}: {
  call: ApiEndpoint
  request: RequestDraft
  onChange: (request: RequestDraft) => void
  isSending: boolean
  onSend: (body: unknown) => void
  onCancel: () => void
}) {
  const t = useTexts('api-console')
  const faultText = useFaultWords()
  const faultsId = useId()
  const [isTried, setTried] = useState(false)
  const faults = faultsOf(call.body, request.text)
  const missing = call.params.filter((name) => !request.params[name])
  const send = (): void => {
    setTried(true)
    if (faults.length === 0 && missing.length === 0) onSend(JSON.parse(request.text))
  }
  const address = callAddress(call, request.params)
  // Captured before the editor, in which the key inserts a line.
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isSending) return
    event.preventDefault()
    event.stopPropagation()
    send()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles a key of all elements inside
    <div onKeyDownCapture={onKey}>
      <Card
        title={
          <span className={css.callName}>
            <bdi className="mono">{call.path}</bdi>
            <CopyButton value={address} small label={t('copyAddress')} />
          </span>
        }
      >
        <Stack>
          <div className={css.about}>
            <p className={css.summary} lang="en">
              {call.summary}
            </p>
            {call.fresh && <ToneChip tone="warn">{t(`fresh.${call.fresh}`)}</ToneChip>}
            <ToneChip tone="calm">{t(`may.${call.may}`)}</ToneChip>
          </div>
          {call.params.length > 0 && (
            <FormGrid>
              {call.params.map((name) => (
                <TextField
                  key={name}
                  label={name}
                  className="mono"
                  value={request.params[name] ?? ''}
                  error={isTried && !request.params[name] && t('faults.param')}
                  onChange={(event) =>
                    onChange({ ...request, params: { ...request.params, [name]: event.currentTarget.value } })
                  }
                />
              ))}
            </FormGrid>
          )}
          <Suspense fallback={<Loading rows={3} />}>
            <JsonEditor
              label={t('body')}
              describedBy={faultsId}
              value={request.text}
              schema={call.body}
              onChange={(text) => onChange({ ...request, text })}
            />
          </Suspense>
          <ul id={faultsId} className={css.faults} role={isTried ? 'alert' : undefined}>
            {isTried &&
              faults.map((placed) => (
                <li key={`${placed.from} ${placed.fault?.word} ${placed.fault?.about}`}>
                  <b>{t('line', { line: placed.line })}</b> {faultText(placed)}
                </li>
              ))}
          </ul>
          <div className={css.send}>
            {isSending ? (
              <Button icon={<IconX size={16} />} onClick={onCancel}>
                {t('cancel')}
              </Button>
            ) : (
              <Button kind="primary" icon={<IconPlayerPlay size={16} />} onClick={send}>
                {t('send')}
              </Button>
            )}
            <kbd>Ctrl</kbd>
            <kbd>Enter</kbd>
            <span className={css.copies}>
              <CopyTextButton text={() => asCurl(new URL(address, location.origin).href, request.text)}>
                {t('copyCurl')}
              </CopyTextButton>
              <CopyTextButton text={() => request.text}>{t('copyJson')}</CopyTextButton>
            </span>
          </div>
        </Stack>
      </Card>
    </div>
  )
}
