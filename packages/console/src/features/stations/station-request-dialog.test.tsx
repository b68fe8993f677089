import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { CallError } from '../../lib/call.ts'
import { StationRequestDialog } from './station-request-dialog.tsx'
import type { StationAnswer } from './station-answer.tsx'

const answer = (
  state: string,
  status: string | null = null,
  message: string | null = null,
): StationAnswer => ({
  command: '1',
  state,
  status,
  message,
  messagecode: null,
  messageparams: null,
})
const close = vi.fn()
const agree = () => Promise.resolve(answer('accepted', 'Accepted'))
const noConnector = { status: 404, code: 'not-found', message: 'No such connector.' }
const refuse = () => Promise.reject(new CallError('refused', noConnector))

function TestDialog({
  request,
  isBegun = false,
}: {
  request: () => Promise<StationAnswer>
  isBegun?: boolean
}) {
  return (
    <StationRequestDialog
      title="Charge"
      action="Go"
      request={request}
      refused="It is occupied."
      doneMessage="Done"
      followUp={{ waiting: 'Waiting for the start', done: isBegun, doneMessage: 'Begun' }}
      onClose={close}
    >
      <input aria-label="Card" />
    </StationRequestDialog>
  )
}

const go = () => fireEvent.click(screen.getByRole('button', { name: 'Go' }))

/** Operator dialog with a station whose state changes during the test. */
function DialogWithStart() {
  const [isBegun, setBegun] = useState(false)
  return (
    <>
      <TestDialog request={agree} isBegun={isBegun} />
      <button type="button" onClick={() => setBegun(true)}>
        begin
      </button>
    </>
  )
}

describe('a request to a station', () => {
  it('shows that the response is pending, then the refusal of the station', async () => {
    const resolvers: ((answer: StationAnswer) => void)[] = []
    const request = vi.fn(() => new Promise<StationAnswer>((resolve) => resolvers.push(resolve)))
    await show(<TestDialog request={request} />, { texts: ['station'] })
    go()
    await screen.findByText("Waiting for the station's answer")
    go()
    expect(request).toHaveBeenCalledTimes(1)
    resolvers[0]?.(answer('rejected', 'Rejected'))
    await screen.findByText('Rejected')
    expect(screen.getByRole('alert').textContent).toContain('It is occupied.')
    // The entered text stays for another attempt.
    expect(screen.getByLabelText('Card')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(request).toHaveBeenCalledTimes(2))
  })

  it('waits after Accepted until the effect has happened, then closes', async () => {
    close.mockClear()
    await show(<DialogWithStart />, { texts: ['station'] })
    go()
    await screen.findByText('Waiting for the start')
    expect(close).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Go' })).toBeNull()
    fireEvent.click(screen.getByText('begin'))
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  })

  it('explains why a command failed, and distinguishes no response from a refusal', async () => {
    const answers = [answer('failed', 'InternalError', 'relay stuck'), answer('timeout')]
    const request = () => Promise.resolve(answers.shift() ?? answer('unknown'))
    await show(<TestDialog request={request} />, { texts: ['station'] })
    go()
    await screen.findByText('relay stuck')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(/did not answer in time/)
  })

  it('shows an error of the server in place', async () => {
    await show(<TestDialog request={refuse} />, { texts: ['station'] })
    go()
    await screen.findByText('No such connector.')
  })

  it('sends nothing while the fields are invalid', async () => {
    const request = vi.fn(() => Promise.resolve(answer('accepted')))
    await show(
      <StationRequestDialog
        title="Reserve"
        action="Go"
        request={request}
        check={() => false}
        doneMessage="Done"
        onClose={close}
      />,
      { texts: ['station'] },
    )
    go()
    expect(request).not.toHaveBeenCalled()
  })
})
