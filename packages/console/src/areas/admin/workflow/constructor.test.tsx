import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { type ClassModel, useClass } from './class-model.ts'
import { EventDialog } from './event-dialog.tsx'
import { StatesTable } from './model-tables.tsx'
import { MethodDialog } from './method-dialog.tsx'
import { PreviewTab } from './preview-tab.tsx'
import { StateDialog } from './state-dialog.tsx'
import { TransitionDialog } from './transition-dialog.tsx'

const idOf = (n: number) => `01990000-0000-7000-8000-00000000000${n}`
const own = { classcode: 'spot', inherited: false, system: false, version_no: 1 }
const state = (n: number, code: string, label: string) => ({
  ...own,
  id: idOf(n),
  code,
  label,
  statetypecode: 'enabled',
  sequence: 10 * n,
})
const spot = {
  class: { ...own, code: 'spot', name: 'Spot', parentcode: 'object', abstract: false, description: null },
  ancestors: [],
  types: [],
  states: [
    state(1, 'free', 'Free'),
    { ...state(2, 'taken', 'Taken'), inherited: true, classcode: 'object' },
    state(3, 'closed', 'Closed'),
  ],
  actions: [{ ...own, code: 'take', label: 'Take' }],
  methods: [{ ...own, id: idOf(4), code: 'take', label: 'Take', actioncode: 'take', visible: true }],
  transitions: [],
  events: [
    { ...own, id: idOf(5), actioncode: 'take', kind: 'parent', label: 'x', sequence: 30, enabled: true },
  ],
  handlers: ['spot.beep'],
  fixed: false,
}
let model: typeof spot
let requests: { path: string; body: Record<string, unknown> }[]
/** The server's response to a change; null accepts it. */
let refusal: { status: number; code: string; field: string } | null

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  model = structuredClone(spot)
  requests = []
  refusal = null
  vi.stubGlobal('fetch', (address: string, request: { body: string }) => {
    const path = address.replace(/^.*\/api\/v1/, '')
    const body = JSON.parse(request.body) as Record<string, unknown>
    requests.push({ path, body })
    if (path === '/workflow/class/get') return Promise.resolve(Response.json(model))
    if (path === '/workflow/preview') return Promise.resolve(Response.json(preview))
    if (!refusal) return Promise.resolve(Response.json({ ...model.states[0], ...body }))
    const { status, ...error } = refusal
    const answered = { ...error, message: 'No', correlation: idOf(9) }
    return Promise.resolve(Response.json({ error: answered }, { status }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const sent = (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body)
const press = (element: HTMLElement) => fireEvent.click(element)
const named = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(name) })

function Of({ children }: { children: (of: ClassModel) => ReactNode }) {
  const { data } = useClass('spot')
  return data ? children(data) : null
}
const draw = (part: (of: ClassModel) => ReactNode) =>
  show(<Of>{part}</Of>, { texts: ['workflow', 'workflow-words', 'admin'] })

function States({ of }: { of: ClassModel }) {
  const [opened, open] = useState<string | null>(null)
  const row = of.states.find(({ id }) => id === opened) ?? null
  return (
    <>
      <StatesTable of={of} onOpen={({ id }) => open(id)} />
      {opened && <StateDialog of={of} row={row} onClose={() => open(null)} />}
    </>
  )
}

/** Renames a state that another user renames at the same time, and saves. */
async function causeConflict() {
  await draw((of) => <States of={of} />)
  press(await screen.findByRole('button', { name: /^Free/ }))
  fireEvent.change(await screen.findByRole('textbox', { name: /Name/ }), { target: { value: 'Vacant' } })
  model.states[0] = { ...model.states[0]!, label: 'Open', sequence: 70, version_no: 2 }
  refusal = { status: 409, code: 'object.edited', field: 'version_no' }
  press(screen.getByRole('button', { name: 'Save' }))
  return within(await screen.findByRole('dialog', { name: 'Edited by someone else' }, { timeout: 60_000 }))
}

// Proves O3
it("shows another user's change next to what was typed, and overwrites it on request", async () => {
  const conflict = await causeConflict()
  const contents = conflict.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(contents).toEqual(['BeforeFree', 'LatestOpen', 'YoursVacant', 'Before10', 'Latest70'])
  refusal = null
  press(conflict.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('/workflow/state/set')).toEqual([
    { id: idOf(1), version_no: 1, label: 'Vacant' },
    { id: idOf(1), version_no: 2, label: 'Vacant' },
  ])
})

it("loads another user's change, or returns to what was typed", async () => {
  const conflict = await causeConflict()
  press(conflict.getByRole('button', { name: 'Back to the form' }))
  await waitFor(() => expect(named('Name').value).toBe('Vacant'))
  expect(await screen.findByText('Value set by another user: Open')).toBeTruthy()
  press(screen.getByRole('button', { name: 'Save' }))
  press(await screen.findByRole('button', { name: 'Load latest version' }))
  await waitFor(() => expect(named('Name').value).toBe('Open'))
  await waitFor(() => expect(screen.queryByText('Value set by another user: Open')).toBeNull())
})

it('keeps what was typed over a row that another user has deleted', async () => {
  await draw((of) => <States of={of} />)
  expect((await screen.findByRole('button', { name: /^Taken/ })).textContent).toContain('from object')
  press(screen.getByRole('button', { name: /^Closed/ }))
  fireEvent.change(await screen.findByRole('textbox', { name: /Name/ }), { target: { value: 'Shut' } })
  model.states.pop()
  refusal = { status: 404, code: 'state.not_found', field: 'id' }
  press(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Another user deleted this/)
  expect(named('Name').value).toBe('Shut')
  expect(screen.getByRole('dialog', { name: 'State' })).toBeTruthy()
})

it('requires the fields of a transition before it is sent', async () => {
  await draw((of) => (
    <TransitionDialog of={of} row={null} initial={{ stateid: idOf(1) }} onClose={() => undefined} />
  ))
  press(await screen.findByRole('button', { name: 'Add' }))
  expect(await screen.findAllByText('Please fill this in')).toHaveLength(2)
  press(screen.getByRole('combobox', { name: /Method/ }))
  press(await screen.findByRole('option', { name: 'Take (take)' }))
  press(screen.getByRole('combobox', { name: /^To/ }))
  press(await screen.findByRole('option', { name: 'Closed' }))
  expect(sent('/workflow/transition/set')).toEqual([])
  press(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(sent('/workflow/transition/set')).toHaveLength(1))
  expect(sent('/workflow/transition/set')).toEqual([
    { id: null, class: 'spot', stateid: idOf(1), methodid: idOf(4), newstateid: idOf(3) },
  ])
})

it('adds a new action by Enter, and asks for it if the method is added first', async () => {
  await draw((of) => <MethodDialog of={of} row={null} onClose={() => undefined} />)
  press(await screen.findByRole('button', { name: 'New' }))
  const field = named('Name of the new action')
  press(screen.getByRole('button', { name: 'Add' }))
  expect((await screen.findAllByText('Please fill this in')).length).toBeGreaterThan(0)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(field, { target: { value: 'Close' } })
  press(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Add this action first, or cancel it.')).toBeTruthy()
  expect(requests.filter(({ path }) => path.endsWith('/set'))).toEqual([])
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() =>
    expect(sent('/workflow/action/set')).toEqual([{ id: null, code: 'close', label: 'Close' }]),
  )
  await screen.findByRole('combobox', { name: /Action/ })
  expect(sent('/workflow/method/set')).toEqual([])
})

it('requires the fields of an event by its kind, and appends a new one', async () => {
  await draw((of) => <EventDialog of={of} row={null} action="take" onClose={() => undefined} />)
  expect(await screen.findByText('Variables and functions for scripts')).toBeTruthy()
  press(screen.getByRole('radio', { name: 'Function' }))
  press(await screen.findByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Please fill this in')).toBeTruthy()
  press(screen.getByRole('combobox', { name: /Function of the system/ }))
  press(await screen.findByRole('option', { name: 'spot.beep' }))
  press(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(sent('/workflow/event/set')).toHaveLength(1))
  const event = { actioncode: 'take', kind: 'handler', handler: 'spot.beep', label: 'spot.beep' }
  expect(sent('/workflow/event/set')).toEqual([
    { id: null, class: 'spot', sequence: 40, enabled: true, ...event },
  ])
})

const preview = {
  groups: [
    { id: idOf(7), code: 'night', name: 'Night shift' },
    { id: idOf(8), code: 'day', name: 'Day shift' },
  ],
  states: [
    {
      statecode: 'free',
      label: 'Free',
      methods: [
        {
          code: 'take',
          label: 'Take',
          actioncode: 'take',
          newstatecode: 'taken',
          visible: [idOf(7), idOf(8)],
          enabled: [idOf(8)],
        },
      ],
    },
    { statecode: 'closed', label: 'Closed', methods: [] },
  ],
}

it('shows the available buttons for each state and group', async () => {
  await draw((of) => <PreviewTab of={of} />)
  const table = await screen.findByRole('table', { name: 'Preview' })
  const lines = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(lines).toEqual([
    ['State', 'Button', 'Night shift', 'Day shift'],
    ['Free', 'Takeleads to Taken', 'sees it onlyNight shift', 'can use itDay shift'],
    ['Closed', 'No buttons'],
  ])
})
