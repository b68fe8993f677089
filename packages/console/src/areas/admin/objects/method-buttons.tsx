import { methodRun, objectMethod } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useBuiltInWords } from '../../../features/workflow/built-in-words.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { Row, Stack } from '../../../ui/page/page.tsx'

/** The buttons that an object offers in its state, after the given children. */
export function MethodButtons({ id, children }: { id: string; children: ReactNode }) {
  const t = useTexts('workflow')
  const words = useBuiltInWords()
  const found = useEndpoint(objectMethod, { id })
  const offers = found.data?.map((method) => ({
    ...method,
    name: words.methodOfObject(method.actioncode, method.name),
  }))
  const run = useChange(methodRun, { done: t('ui.done'), subject: 'Objects' })
  const press = async (method: { id: string; name: string; actioncode: string }): Promise<void> => {
    const question = { title: t('objects.removeTitle'), lead: t('objects.removeLead'), action: method.name }
    if (method.actioncode === 'delete' && !(await confirm(question))) return
    run.mutate({ id, method: method.id })
  }
  return (
    <Stack gap={2}>
      <Row>
        {children}
        {offers?.map((method) => (
          <Button
            key={method.id}
            small
            disabled={!method.enabled}
            title={method.enabled ? undefined : t('objects.notAllowed')}
            loading={run.isPending && run.variables.method === method.id}
            onClick={() => void press(method)}
          >
            {method.name}
          </Button>
        ))}
      </Row>
      {found.error && <Failure small error={found.error} />}
      {run.error && <Failure small error={run.error} title={t('ui.actionFailed')} />}
    </Stack>
  )
}
