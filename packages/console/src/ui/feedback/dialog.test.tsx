import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { useStore } from '../../lib/store.ts'
import { CodeEditor } from '../code/code-editor.tsx'
import { SelectField, TextField } from '../form/fields.tsx'
import { IconButton } from '../icon-button.tsx'
import { pendingQuestion } from './confirm.tsx'
import { Ask } from './confirm-host.tsx'
import { Dialog } from './dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { LanguageSupport } from '@codemirror/language'
import { javascriptLanguage } from '@codemirror/lang-javascript'
import { EditorView } from '@codemirror/view'

const language = new LanguageSupport(javascriptLanguage)

function Place({ kind }: { kind: 'plain' | 'form' | 'stacked' }) {
  const [isOpen, setOpen] = useState(true)
  const [isInner, setInner] = useState(false)
  const [code, setCode] = useState('')
  const question = useStore(pendingQuestion)
  const close = (): void => setOpen(false)
  const fields = (
    <>
      <TextField label="Name" />
      <SelectField label="Colour" data={['red', 'blue']} />
      <CodeEditor label="Script" value={code} onChange={setCode} language={language} />
    </>
  )
  return (
    <>
      {isOpen && kind === 'form' && (
        <FormDialog
          title="Outer"
          isNew
          save={{ error: null, isPending: false }}
          onSubmit={() => undefined}
          onClose={close}
        >
          {fields}
        </FormDialog>
      )}
      {isOpen && kind !== 'form' && (
        <Dialog title="Outer" onClose={close}>
          {fields}
          <button type="button" onClick={() => setInner(true)}>
            More
          </button>
          <IconButton label="Edit" />
          {isInner && (
            <Dialog title="Inner" onClose={() => setInner(false)}>
              <p>Inside</p>
            </Dialog>
          )}
        </Dialog>
      )}
      {question && <Ask {...question} />}
    </>
  )
}

const escape = (at: Element = document.body) => fireEvent.keyDown(at, { key: 'Escape' })
const outer = () => screen.queryByRole('dialog', { name: 'Outer' })
const question = () => screen.findByRole('dialog', { name: 'Discard changes' })
const type = () =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Pier' } })

it.each([
  ['Escape', () => escape(screen.getByRole('textbox', { name: 'Name' }))],
  ['the cross', () => fireEvent.click(within(outer()!).getByRole('button', { name: 'Close' }))],
  ['a press beside it', () => fireEvent.click(document.querySelector('.mantine-Modal-overlay')!)],
  ['Cancel', () => fireEvent.click(within(outer()!).getByRole('button', { name: 'Cancel' }))],
])('asks before %s discards entered data', async (_, leave) => {
  await show(<Place kind="form" />)
  type()
  leave()
  fireEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Discard/ })).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Pier')
  leave()
  fireEvent.click(within(await question()).getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(outer()).toBeNull())
})

it('closes without a question if nothing was entered', async () => {
  await show(<Place kind="form" />)
  escape(screen.getByRole('textbox', { name: 'Name' }))
  await waitFor(() => expect(outer()).toBeNull())
  expect(pendingQuestion.get()).toBeNull()
})

it('counts a selected option as entered data', async () => {
  await show(<Place kind="plain" />)
  const field = screen.getByRole('combobox', { name: 'Colour' })
  fireEvent.click(field)
  fireEvent.click(await screen.findByRole('option', { name: 'blue' }))
  await waitFor(() => expect(screen.queryByRole('option', { name: 'blue' })).toBeNull())
  escape()
  await question()
  pendingQuestion.get()?.answer(false)
})

it('closes the innermost dialog by Escape, one per key press', async () => {
  await show(<Place kind="plain" />)
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByText('Inside')
  escape(screen.getByText('Inside'))
  await waitFor(() => expect(screen.queryByText('Inside')).toBeNull())
  expect(outer()).toBeTruthy()
  escape()
  await waitFor(() => expect(outer()).toBeNull())
})

it('closes a dialog by one press of Escape on a button with an open tooltip', async () => {
  await show(<Place kind="plain" />)
  const button = screen.getByRole('button', { name: 'Edit' })
  fireEvent.pointerEnter(button, { pointerType: 'mouse' })
  await screen.findByRole('tooltip')
  escape(button)
  await waitFor(() => expect(outer()).toBeNull())
})

it('counts every change in the code editor as entered data', async () => {
  await show(<Place kind="plain" />)
  const editor = EditorView.findFromDOM(screen.getByRole('textbox', { name: 'Script' }))!
  editor.dispatch({ changes: { from: 0, insert: 'no' }, userEvent: 'input.complete' })
  escape()
  await question()
  pendingQuestion.get()?.answer(false)
  expect(editor.state.doc.toString()).toBe('no')
})
