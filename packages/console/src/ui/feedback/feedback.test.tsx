import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectAccessible, show } from '../../../test/render.tsx'
import { CallError } from '../../lib/call.ts'
import { pendingQuestion, confirm } from './confirm.tsx'
import { Ask } from './confirm-host.tsx'
import { Failure, Loading } from './feedback.tsx'
import { Toasts } from './toast.tsx'
import { toast, toastUndo } from '../../lib/toasts.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('a failure', () => {
  it('shows text, code and an id to copy', async () => {
    const error = new CallError('refused', {
      status: 409,
      code: 'changed',
      message: 'Changed',
      correlation: 'c-1',
    })
    await show(<Failure error={error} onRetry={() => {}} />)
    const text = screen.getByRole('alert').textContent ?? ''
    for (const part of ['The server refused the request', 'Changed', 'Code changed', 'Error c-1'])
      expect(text).toContain(part)
  })

  it.each([
    [new CallError('network', { message: 'Failed to fetch' }), 'The server does not answer'],
    [new CallError('empty', { message: '' }), 'API Server did not respond correctly'],
    [new CallError('refused', { status: 403, message: 'no' }), 'Not allowed'],
    [new CallError('refused', { status: 500, message: 'oops' }), 'Unknown error has occurred'],
    [new Error('boom'), 'Unknown error has occurred'],
  ])('%#: has a title in words', async (error, title) => {
    await show(<Failure error={error} />)
    expect(screen.getByText(title)).toBeTruthy()
  })

  it('waits as long as the server requested', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const retry = vi.fn()
    const error = new CallError('refused', { status: 429, message: 'slow', retryAfter: 60 })
    await show(<Failure error={error} onRetry={retry} />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Try again in 1\smin/ }).disabled).toBe(true)
    act(() => void vi.advanceTimersByTime(60_000))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })
})

it('shows on a first load how long it takes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await show(<Loading rows={2} />)
  expect(screen.getByText('Loading…')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.getByText(/Still loading, [5-9] s/)).toBeTruthy()
})

describe('a question', () => {
  it('names object and effect, and is answered by its buttons', async () => {
    const answer = vi.fn()
    await show(<Ask title="Delete CS-1?" lead="Stops 1 running session" action="Delete" answer={answer} />)
    const dialog = await screen.findByRole('dialog', { name: 'Delete CS-1?' })
    await expectAccessible(dialog)
    expect(dialog.textContent).toContain('Stops 1 running session')
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(answer).toHaveBeenLastCalledWith(true)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(answer).toHaveBeenLastCalledWith(false)
  })

  it('about more than 20 objects requires the number to be typed', async () => {
    await show(<Ask title="Delete?" count={1_240} answer={() => {}} />)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    expect(button.disabled).toBe(true)
    const field = screen.getByLabelText('Type 1,240 to confirm')
    fireEvent.change(field, { target: { value: '124' } })
    expect(button.disabled).toBe(true)
    fireEvent.change(field, { target: { value: '1,240' } })
    expect(button.disabled).toBe(false)
  })

  it('that is replaced by another one resolves to false', async () => {
    const first = confirm({ title: 'first' })
    const second = confirm({ title: 'second' })
    expect(await first).toBe(false)
    pendingQuestion.get()?.answer(true)
    expect(await second).toBe(true)
    expect(pendingQuestion.get()).toBeNull()
  })
})

describe('toasts', () => {
  it('disappear by themselves, and can be undone until then', async () => {
    const undo = vi.fn()
    await show(<Toasts />)
    vi.useFakeTimers()
    act(() => {
      toast('Saved')
      toastUndo('Deleted', undo)
    })
    expect(screen.getByText('Saved')).toBeTruthy()
    act(() => void vi.advanceTimersByTime(4_000))
    expect(screen.queryByText('Saved')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByText('Deleted')).toBeNull()
  })

  it('stay while the pointer is on them', async () => {
    await show(<Toasts />)
    vi.useFakeTimers()
    act(() => toast('Hold on'))
    fireEvent.mouseEnter(screen.getByText('Hold on'))
    act(() => void vi.advanceTimersByTime(20_000))
    expect(screen.getByText('Hold on')).toBeTruthy()
    fireEvent.mouseLeave(screen.getByText('Hold on'))
    act(() => void vi.advanceTimersByTime(4_000))
    expect(screen.queryByText('Hold on')).toBeNull()
  })
})
