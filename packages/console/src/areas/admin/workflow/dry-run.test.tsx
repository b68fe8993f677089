import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { changeLanguage } from '../../../lib/texts.ts'
import type { ClassModel } from './class-model.ts'
import { DryRun } from './dry-run.tsx'

const of = { class: { code: 'spot' }, methods: [] } as unknown as ClassModel
const found = { id: '01990000-0000-7000-8000-000000000001', label: 'Space 1', description: null, at: null }
const outcome = { effects: [] as object[], log: [], ms: 1, failure: null as object | null, possible: true }
let response: typeof outcome

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(Response.json(address.endsWith('/search') ? [found] : response)),
  )
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await changeLanguage('en')
})

async function run(): Promise<void> {
  await show(<DryRun of={of} script="log(1)" action="take" />, { texts: ['workflow'] })
  fireEvent.click(screen.getByRole('combobox', { name: 'Object' }))
  fireEvent.click(await screen.findByRole('option', { name: /Space 1/ }))
  await changeLanguage('de')
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Probelauf' })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
}

it('shows the reason for a refused effect in the language of the user', async () => {
  const refusal = { code: 'method.unknown', message: 'No', params: { method: 'fly' } }
  response = { ...outcome, effects: [{ line: 2, kind: 'runMethod', text: 'fly', detail: {}, refusal }] }
  await run()
  expect(await screen.findByText('würde abgelehnt: Die Klasse hat keine Methode „fly“.')).toBeTruthy()
  expect(screen.getByText('Zeile 2')).toBeTruthy()
})

it('shows the reason for a script failure in the language of the user', async () => {
  const failure = { code: 'script.too_slow', message: 'No', params: { limit: 50 }, line: 3, column: null }
  response = { ...outcome, failure }
  await run()
  expect(await screen.findByText('Das Skript lief länger als 50 ms.')).toBeTruthy()
})
