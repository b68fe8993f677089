import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { useStore } from '../../../lib/store.ts'
import { pendingQuestion } from '../../../ui/feedback/confirm.tsx'
import { Ask } from '../../../ui/feedback/confirm-host.tsx'
import { unsavedParts } from '../../../ui/feedback/leaving.ts'
import { ClassSecurity } from './class-security.tsx'

const group = {
  subjecttype: 'group',
  subjectid: '01990000-0000-7000-8000-000000000001',
  subjectcode: 'readers',
  subjectname: 'Readers',
}
const person = { id: '01990000-0000-7000-8000-000000000002', name: 'Rita', username: 'rita' }
const spot = {
  id: '01990000-0000-7000-8000-000000000003',
  classcode: 'card',
  label: 'Anna',
  description: 'DEMO01',
  at: null,
}
const off = { a: false, c: false, s: false, u: false, d: false }
let rights: object[]
let requests: { path: string; body: Record<string, unknown> }[]

const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
  '/workflow/class/get': () => ({
    class: { code: 'card', name: 'Card', description: null, abstract: false, system: true },
    methods: [{ code: 'enable', actioncode: 'enable', label: 'Enable', visible: true, system: true }],
    ancestors: [],
    types: [],
    states: [],
    actions: [],
    events: [],
  }),
  '/workflow/class/access/list': () => rights,
  '/workflow/class/access/set': (body) => {
    if (body['dryrun']) return { rights, classes: ['card', 'gift_card'], objects: 3 }
    const flags = {
      allow: { ...off, ...(body['allow'] as object) },
      deny: { ...off, ...(body['deny'] as object) },
    }
    rights = [{ classcode: 'card', fromclass: null, ...group, ...flags }]
    return { rights, classes: ['card'], objects: 0 }
  },
  '/workflow/method/access/list': () => [],
  '/object/access/list': () => [],
  '/search': ({ text, entities }) =>
    [spot].filter(({ label }) => `${entities}` === 'card' && label.includes(`${text}`)),
  '/object/access/set': () => [],
  '/admin/user/list': () => [person],
  '/admin/group/list': () => [],
  '/workflow/access/explain': () => ({
    username: 'rita',
    active: true,
    interfacecode: 'user',
    methodcode: null,
    objectlabel: null,
    letters: [
      { letter: 'a', may: true, reason: 'default', by: null, rule: null },
      {
        letter: 'd',
        may: false,
        reason: 'rule',
        by: null,
        rule: { effect: 'deny', level: 'class', classcode: 'card', fromclass: 'document', ...group },
      },
    ],
  }),
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  rights = [{ classcode: 'card', fromclass: 'document', ...group, allow: { ...off, s: true }, deny: off }]
  requests = []
  vi.stubGlobal('fetch', (address: string, request: { body: string }) => {
    const path = address.replace(/^.*\/api\/v1/, '')
    const body = JSON.parse(request.body) as Record<string, unknown>
    requests.push({ path, body })
    return Promise.resolve(Response.json(answers[path]!(body)))
  })
})
afterEach(() => vi.unstubAllGlobals())

const sent = (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body)
const press = (element: HTMLElement) => fireEvent.click(element)

it('cycles a cell through its values, saves the row, and discards unsaved changes', async () => {
  await show(<ClassSecurity classCode="card" />, { texts: ['security', 'workflow-words', 'admin'] })
  const row = (await screen.findByRole('rowheader', { name: /Readers/ })).closest('tr')!
  expect(row.textContent).toContain('from document')
  press(within(row).getByRole('button', { name: 'Readers, See: allowed' }))
  press(within(row).getByRole('button', { name: 'Readers, Change: not set' }))
  press(within(row).getByRole('button', { name: 'Discard' }))
  press(within(row).getByRole('button', { name: 'Readers, See: allowed' }))
  press(within(row).getByRole('button', { name: 'Save' }))
  await within(row).findByRole('button', { name: 'Readers, See: denied' })
  await waitFor(() => expect(within(row).queryByRole('button', { name: 'Save' })).toBeNull())
  expect(sent('/workflow/class/access/set')).toEqual([
    { class: 'card', group: group.subjectid, allow: {}, deny: { s: true } },
  ])
})

/** The part of the shell that asks questions. */
function Questions() {
  const asking = useStore(pendingQuestion)
  return asking && <Ask {...asking} />
}

it('asks before the page is left with an unsaved row, and keeps the row', async () => {
  await show(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Routes>
        <Route path="/elsewhere" element={<h1>There</h1>} />
        <Route path="*" element={<ClassSecurity classCode="card" />} />
      </Routes>
      <Questions />
    </>,
    { texts: ['security', 'workflow-words', 'admin'] },
  )
  const row = (await screen.findByRole('rowheader', { name: /Readers/ })).closest('tr')!
  press(within(row).getByRole('button', { name: 'Readers, See: allowed' }))
  await waitFor(() => expect(unsavedParts.get()).toHaveLength(1))
  press(screen.getByRole('link', { name: 'Elsewhere' }))
  await screen.findByRole('dialog', { name: 'Discard changes' })
  press(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(within(row).getByRole('button', { name: 'Readers, See: denied' })).toBeTruthy()
  press(screen.getByRole('link', { name: 'Elsewhere' }))
  const dialog = await screen.findByRole('dialog', { name: 'Discard changes' })
  press(within(dialog).getByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByRole('heading', { name: 'There' })).toBeTruthy()
})

it('shows how many rules passing on would change, before it does', async () => {
  await show(<ClassSecurity classCode="card" />, { texts: ['security', 'workflow-words', 'admin'] })
  press(await screen.findByRole('button', { name: 'Copy to subclasses…' }))
  const dialog = await screen.findByRole('dialog', undefined, { timeout: 60_000 })
  await within(dialog).findByText('The rules of 2 classes change:')
  press(within(dialog).getByRole('checkbox', { name: 'To existing objects' }))
  await within(dialog).findByText('The exceptions of 3 objects are removed.')
  await waitFor(() =>
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(false),
  )
  press(within(dialog).getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('/workflow/class/access/set').at(-1)).toEqual({
    class: 'card',
    group: group.subjectid,
    allow: { s: true },
    deny: {},
    recursive: true,
    objectset: true,
  })
})

it('hides an object that is found by its name', async () => {
  await show(<ClassSecurity classCode="card" />, { texts: ['security', 'workflow-words', 'admin'] })
  const [field] = await screen.findAllByLabelText('Object', { selector: 'input' })
  fireEvent.click(field!)
  fireEvent.change(field!, { target: { value: 'Ann' } })
  const found = await screen.findByRole('option', { name: /Anna/ })
  expect(found.textContent).toBe(`AnnaDEMO01${spot.id}`)
  press(found)
  const whom = screen.getByLabelText('For whom', { selector: 'input' })
  press(whom)
  press(await screen.findByRole('option', { name: 'Rita (rita)' }))
  press(screen.getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(sent('/object/access/set')).toHaveLength(1))
  expect(sent('/object/access/set')).toEqual([
    { class: 'card', id: spot.id, user: person.id, deny: { s: true } },
  ])
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(''))
})

it('explains what a user may do, and because of which rule', async () => {
  await show(<ClassSecurity classCode="card" />, { texts: ['security', 'workflow-words', 'admin'] })
  const field = await screen.findByLabelText('User', { selector: 'input' })
  press(field)
  press(await screen.findByRole('option', { name: 'Rita (rita)' }))
  const answer = await screen.findByRole('list', { name: 'What may this user do, and why?' })
  expect(
    within(answer)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'AccessYesDefault of the role “Operator”',
    'DeleteNoDenied by a rule for Readers on card (copied from document)',
  ])
})
