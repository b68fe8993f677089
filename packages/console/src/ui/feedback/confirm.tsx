import { useState } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { useTexts } from '../../lib/texts.ts'
import { useFormat } from '../../lib/format.ts'
import { Button } from '../buttons.tsx'
import { TextField } from '../form/fields.tsx'
import { Dialog } from './dialog.tsx'

/**
 * A question before something that cannot be taken back. Name the thing and the effect; above 20 things the number
 * is to be typed. The shell mounts `<Confirmations />` once.
 *
 *   if (await confirm({ title: t('ui.confirmDeletion'), lead: station.identity })) …
 */
export interface Question {
  title: string
  /** What will happen, in words; without it "This action can't be undone". */
  lead?: string
  /** Word on the button; without it "Delete". */
  action?: string
  danger?: boolean
  /** How many things are meant. */
  count?: number
}

interface Asked extends Question {
  answer: (yes: boolean) => void
}

const asked = createStore<Asked | null>(null)
const typedAbove = 20

export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.get()?.answer(false)
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(null)
        resolve(yes)
      },
    })
  })
}

export function Confirmations() {
  const question = useStore(asked)
  return question && <Ask key={question.title} {...question} />
}

function Ask({ title, lead, action, danger = true, count = 1, answer }: Asked) {
  const t = useTexts()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const mustType = count > typedAbove
  const ready = !mustType || typed.replace(/\D/g, '') === String(count)
  return (
    <Dialog
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
