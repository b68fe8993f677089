import { cardAction } from '@stationmaster/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { call, CallError } from '../../lib/call.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FreshLogin } from './fresh-login.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const no = (status: number, error: object) => Response.json({ error }, { status })
/** The dialog is loaded on demand. */
const loadMs = { timeout: 60_000 }
/** Requests in order, and the server's answers to a proof. */
let asked: { path: string; body: unknown }[]
let proofs: Response[]
let isFresh: boolean

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  asked = []
  proofs = []
  isFresh = false
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    asked.push({ path, body: JSON.parse(request.body) })
    if (path.endsWith('/session/prove')) {
      const answer = proofs.shift() ?? Response.json({ result: true, until: '2026-01-01T00:00:00.000Z' })
      isFresh = answer.ok
      return Promise.resolve(answer)
    }
    const stale = no(403, { code: 'sign_in.fresh_required', message: 'Show your password again' })
    return Promise.resolve(isFresh ? Response.json({ result: true }) : stale)
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Dialog with entered text that sends this many requests at the same time. */
function Asking({ times = 1 }: { times?: number }) {
  const [outcome, setOutcome] = useState('')
  const ask = async () => {
    const calls = Array.from({ length: times }, () => call(cardAction, { id, action: 'delete' }))
    await Promise.all(calls).then(
      () => setOutcome('done'),
      (failure) => setOutcome(failure instanceof CallError ? failure.code : 'broken'),
    )
  }
  return (
    <>
      <Dialog title="Below" onClose={() => setOutcome('closed')}>
        <input aria-label="Input" />
        <button type="button" onClick={() => void ask()}>
          Ask
        </button>
        <output aria-label="Outcome">{outcome}</output>
      </Dialog>
      <Suspense>
        <FreshLogin />
      </Suspense>
    </>
  )
}

const outcome = () => screen.getByLabelText('Outcome').textContent
const proofsSent = () => asked.filter(({ path }) => path.endsWith('/session/prove')).map(({ body }) => body)

async function ask(times = 1) {
  await show(<Asking times={times} />, { texts: ['profile'] })
  fireEvent.change(await screen.findByLabelText('Input'), { target: { value: 'kept' } })
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
  return screen.findByRole('dialog', { name: 'Sign in again' }, loadMs)
}
const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))

// Proves H13
it('asks for the password once, and repeats the waiting requests', async () => {
  await ask(2)
  enter('Password', 'a secret')
  send()
  await waitFor(() => expect(outcome()).toBe('done'))
  expect(proofsSent()).toEqual([{ password: 'a secret' }])
  expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull()
})

it('shows an error at its field, and asks for the code if two-factor authentication is on', async () => {
  proofs = [
    no(400, { code: 'password.wrong', message: 'The password is wrong.', field: 'password' }),
    no(400, { code: 'second_factor.code_required', message: 'Enter the code of your app.', field: 'otp' }),
  ]
  await ask()
  send()
  expect(await screen.findByText('Password is required')).toBeTruthy()
  enter('Password', 'wrong')
  send()
  expect(await screen.findByText('The password is wrong.')).toBeTruthy()
  enter('Password', 'right')
  send()
  expect(await screen.findByText('Enter the code of your app.')).toBeTruthy()
  enter('Code', ' 123456 ')
  send()
  await waitFor(() => expect(outcome()).toBe('done'))
  expect(proofsSent().at(-1)).toEqual({ password: 'right', otp: '123456' })
})

// Proves H13
it('lets the call fail on Cancel and keeps the entered text; Escape closes only this dialog', async () => {
  await ask()
  const password = screen.getByLabelText('Password')
  fireEvent.focusIn(password)
  fireEvent.keyDown(password, { key: 'Escape' })
  await waitFor(() => expect(outcome()).toBe('sign_in.fresh_required'))
  expect(screen.getByLabelText('Input')).toHaveProperty('value', 'kept')
  expect(proofsSent()).toEqual([])
})

it('lets the call fail immediately if nothing renders the dialog', async () => {
  await expect(call(cardAction, { id, action: 'delete' })).rejects.toThrow('Show your password again')
})
