import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../../test/render.tsx'
import { Dialog } from './dialog.tsx'

function Place({ isOnce = false }) {
  const [isOpen, setOpen] = useState(false)
  const [wasClosed, setClosed] = useState(false)
  return (
    <>
      <main tabIndex={-1}>
        {(!isOnce || !wasClosed) && (
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
        )}
      </main>
      {isOpen && (
        <Dialog
          title="Question"
          onClose={() => {
            setOpen(false)
            setClosed(true)
          }}
        >
          <input aria-label="Name" data-autofocus />
        </Dialog>
      )}
    </>
  )
}

test('returns the focus from an unmounted dialog to the element that opened it', async () => {
  await show(<Place />)
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  const field = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('moves the focus to the content of the page if the opener was removed', async () => {
  await show(<Place isOnce />)
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(document.querySelector('main')))
})
