import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { NoticeMailsCard } from './notice-mails-card.tsx'

let isConfirmed: boolean
let choice: string
let sent: unknown[]

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  choice = 'off'
  sent = []
  vi.stubGlobal('fetch', (address: string, request: { body: string }) => {
    if (address.endsWith('/user/set')) {
      const body = JSON.parse(request.body) as { noticemails: string }
      sent.push(body)
      choice = body.noticemails
    }
    return Promise.resolve(Response.json({ emailconfirmed: isConfirmed, noticemails: choice }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Send by email' })

it('saves which notifications come by email', async () => {
  isConfirmed = true
  await show(<NoticeMailsCard />, { texts: ['profile'] })
  expect((await field()).value).toBe('None')
  fireEvent.click(await field())
  fireEvent.click(await screen.findByRole('option', { name: 'Warnings and errors' }))
  await waitFor(() => expect(sent).toEqual([{ noticemails: 'important' }]))
  await waitFor(async () => expect((await field()).value).toBe('Warnings and errors'))
})

it('asks for a confirmed address first', async () => {
  isConfirmed = false
  await show(<NoticeMailsCard />, { texts: ['profile'] })
  expect((await field()).disabled).toBe(true)
  screen.getByText('This needs a confirmed email address.')
})
