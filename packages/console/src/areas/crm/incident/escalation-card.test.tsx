import type { AnswerOf, incidentEscalationTargets } from '@stationmaster/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { changeLanguage } from '../../../lib/texts.ts'
import { EscalationCard } from './escalation-card.tsx'

afterEach(async () => {
  vi.unstubAllGlobals()
  await changeLanguage('en')
})

const critical = {
  severity: 'critical',
  minutes: 10,
  user: '1',
  group: null,
  targetname: 'Zoe',
  groupcode: null,
  off: false,
  inherited: null,
}

type Targets = AnswerOf<typeof incidentEscalationTargets>

/** Answers requests with an escalation and the targets found by a text. */
function stubServer(escalation: object, targetsOf: (text: string) => Targets): { stored: unknown } {
  const seen = { stored: undefined as unknown }
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    const { text = '' } = JSON.parse(body) as { text?: string }
    if (address.endsWith('/set')) seen.stored = JSON.parse(body)
    return Promise.resolve(Response.json(address.endsWith('/targets') ? targetsOf(text) : [escalation]))
  })
  return seen
}

it('finds users and groups beyond those offered on the server', async () => {
  applyPageConfig({ authorize: false, debug: false })
  const seen = stubServer(critical, (text) => ({
    users: text === 'wal' ? [{ id: '9', name: 'Walter' }] : [],
    groups: [],
  }))
  await show(<EscalationCard site={null} />, { texts: ['incidents', 'group-names'] })
  const field = await screen.findByRole('combobox', { name: /^User or group/ })
  expect(screen.getByDisplayValue('Zoe')).toBe(field)
  act(() => field.focus())
  fireEvent.change(field, { target: { value: 'wal' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Walter', hidden: true }))
  await waitFor(() =>
    expect(seen.stored).toMatchObject({ severity: 'critical', minutes: 10, user: '9', group: null }),
  )
})

it('shows and finds built-in groups in the language of the page', async () => {
  applyPageConfig({ authorize: false, debug: false })
  const groups = [
    { id: '3', name: 'Administrators', code: 'administrators' },
    { id: '4', name: 'Operators', code: 'operators' },
  ]
  const toOperators = { user: null, group: '4', targetname: 'Operators', groupcode: 'operators' }
  const inherited = { minutes: 30, targetname: 'Administrators', groupcode: 'administrators' }
  // the server finds built-in groups by any text
  stubServer({ ...critical, ...toOperators, minutes: null, inherited }, () => ({ users: [], groups }))
  await show(<EscalationCard site="7" />, { texts: ['incidents', 'group-names'] })
  await act(() => changeLanguage('ru'))
  const field = await screen.findByDisplayValue('Операторы')
  expect(screen.getByText(/Администраторы.*30/)).toBeTruthy()
  act(() => field.focus())
  const administrators = { name: 'Администраторы', hidden: true }
  await screen.findByRole('option', administrators)
  fireEvent.change(field, { target: { value: 'опер' } })
  await waitFor(() => expect(screen.queryByRole('option', administrators)).toBeNull())
  fireEvent.change(field, { target: { value: 'админ' } })
  await screen.findByRole('option', administrators)
})
