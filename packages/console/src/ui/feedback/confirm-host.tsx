import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { TextField } from '../form/text-field.tsx'
import type { PendingQuestion } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

/** Above this number of objects the user must type the number. */
const typedAbove = 20

/** Dialog of the question that `confirm` asks. */
export function Ask({ title, lead, action, danger = true, count = 1, answer }: PendingQuestion) {
  const t = useTexts()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const mustType = count > typedAbove
  const ready = !mustType || typed.replace(/\D/g, '') === String(count)
  return (
    <Dialog
      confirmsDiscard={false}
      title={title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)} data-autofocus={mustType ? undefined : true}>
            {t('ui.cancel')}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} disabled={!ready} onClick={() => answer(true)}>
            {action ?? t('ui.delete')}
          </Button>
        </>
      }
    >
      <p>{lead ?? t('ui.cannotUndo')}</p>
      {mustType && (
        <TextField
          mt="md"
          label={t('ui.typeNumber', { count: format.number(count) })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          inputMode="numeric"
          data-autofocus
        />
      )}
    </Dialog>
  )
}
