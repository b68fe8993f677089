import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Link, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { ResourcePage } from '../areas/admin/resource/resource-page.tsx'
import { UserAddresses } from '../areas/admin/users/user-addresses.tsx'
import type { User } from '../areas/admin/users/user-columns.tsx'
import { UserInterface } from '../areas/admin/users/user-interface.tsx'
import { UserLimits } from '../areas/admin/users/user-limits.tsx'
import { UserProfile } from '../areas/admin/users/user-profile.tsx'
import type { ClassModel } from '../areas/admin/workflow/class-model.ts'
import { EditTab } from '../areas/admin/workflow/edit-tab.tsx'
import { NameForm } from '../areas/crm/profile/name-form.tsx'
import { PasswordCard } from '../areas/crm/profile/password-card.tsx'
import { StationRules } from '../areas/crm/profile/station-rules.tsx'
import { AboutStation } from '../areas/crm/station/about-station.tsx'
import { Location } from '../areas/crm/station/location.tsx'
import { StationRequestDialog } from '../features/stations/station-request-dialog.tsx'
import type { StationAnswer } from '../features/stations/station-answer.tsx'
import type { Connector } from '../features/stations/station-queries.ts'
import { TextField } from '../ui/form/fields.tsx'
import { AddStation } from '../features/stations/add-station.tsx'
import { EditConnector } from '../features/stations/edit-connector.tsx'
import type { Station } from '../features/stations/station-columns.tsx'
import { applyPageConfig } from '../lib/page-config.ts'
import type { SessionUser } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import type { Namespace } from '../lib/texts.ts'
import { pendingQuestion } from '../ui/feedback/confirm.tsx'
import { Ask } from '../ui/feedback/confirm-host.tsx'
import { LeaveGuard, unsavedParts } from '../ui/feedback/leaving.ts'

// Per object, the fields that its form reads.
const id = '01990000-0000-7000-8000-000000000001'
const station = {
  id,
  identity: 'CS-1',
  typecode: 'public',
  label: null,
  approval: 'policy',
  lat: null,
  lng: null,
  address: null,
  tags: [],
  client: null,
  site: null,
} as unknown as Station
const user = {
  id,
  accountid: id,
  username: 'rita',
  firstname: 'Rita',
  lastname: '',
  email: null,
  phone: null,
  description: null,
  localecode: 'en',
  interfacecode: 'user',
  areas: null,
  groups: [],
  allowed: [],
  denied: [],
  version_no: 1,
} as unknown as User
const person = { id, profile: { username: 'rita' } } as unknown as SessionUser
const profile = { firstname: 'Rita', lastname: null, email: null, emailpending: null } as never
const whole = {
  class: { code: 'gift', name: 'Gift', entity: 'gift', description: null, abstract: false, sequence: 1 },
  ancestors: [],
} as unknown as ClassModel
const quota = { used: 0, limit: 10 }
const quotas = { stations: quota, cards: quota, users: quota, logmibperday: quota }
const limits = { accountid: id, code: 'acc', name: 'Acme', quotas }
const defaults = { stations: 1, cards: 1, users: 1, logmibperday: 1 }
const resource = { id, name: 'terms', path: '/terms', type: 'text', usedby: [], builtin: [], data: [] }

const answers: Record<string, unknown> = {
  '/account/quota/get': { ...limits, maxstations: 5, defaults },
  '/account/own': {
    ...limits,
    bootpolicy: 'accept',
    maxtransactions: 1,
    heartbeat: 300,
    queueminutes: 10,
    reserveminutes: 15,
    askonboot: false,
    autolocallists: false,
  },
  '/resource/get': resource,
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (path: string) => {
    const found = Object.entries(answers).find(([end]) => path.endsWith(end))
    return Promise.resolve(Response.json(found ? found[1] : []))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The part of the frame that the guard needs. */
function Question() {
  const question = useStore(pendingQuestion)
  return question && <Ask {...question} />
}

const discard = () => screen.findByRole('dialog', { name: 'Discard changes' })
const answer = async (name: 'Cancel' | 'Discard changes') =>
  fireEvent.click(within(await discard()).getByRole('button', { name }))
const typed = 'Something new'

type Form = [name: string, draw: () => ReactNode, field: RegExp, texts: Namespace[], text?: string]

/** Forms that mount the guard themselves; the page mounts it for the others. */
const ownGuard = ['about a station', 'location of a station', 'about a class', 'text of a resource']
const forms: Form[] = [
  ['name of the profile', () => <NameForm profile={profile} />, /^Last name/, ['profile']],
  ['password of the profile', () => <PasswordCard user={person} />, /^New password/, ['profile']],
  ['rules for stations', () => <StationRules mayChange />, /^Seconds between heartbeats/, ['profile'], '600'],
  ['about a station', () => <AboutStation station={station} />, /^Label/, ['station']],
  ['location of a station', () => <Location station={station} />, /^Address/, ['station', 'map']],
  ['profile of a user', () => <UserProfile user={user} />, /^Last name/, ['admin']],
  ['role of a user', () => <UserInterface user={user} />, /limit/i, ['admin']],
  ['addresses of a user', () => <UserAddresses user={user} />, /^Allowed/, ['admin'], '192.0.2.1'],
  ['limits of an account', () => <UserLimits user={user} />, /^Stations/, ['admin'], '7'],
  ['about a class', () => <EditTab of={whole} stored={whole} />, /^Name/, ['workflow']],
  [
    'text of a resource',
    () => <ResourcePage id={id} rows={[]} onDeleted={() => {}} />,
    /^Text/,
    ['resources'],
  ],
]

async function enter(field: RegExp, text: string): Promise<void> {
  const input = (await screen.findAllByLabelText<HTMLInputElement>(field, { selector: 'input,textarea' }))[0]!
  input.focus()
  if (input.type === 'checkbox') fireEvent.click(input)
  else fireEvent.change(input, { target: { value: text } })
  // A list of values adds what was typed on Enter.
  fireEvent.keyDown(input, { key: 'Enter' })
}

describe('a page with unsaved input', () => {
  // Proves S2.22
  it.each(forms)('asks before it is left: %s', async (name, draw, field, texts, text = typed) => {
    await show(
      <>
        <Link to="/elsewhere">Elsewhere</Link>
        <Routes>
          <Route path="/elsewhere" element={<h1>There</h1>} />
          <Route
            path="*"
            element={
              <>
                {draw()}
                {!ownGuard.includes(name) && <LeaveGuard />}
              </>
            }
          />
        </Routes>
        <Question />
      </>,
      { texts },
    )
    await enter(field, text)
    await waitFor(() => expect(unsavedParts.get()).toHaveLength(1))
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await answer('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('heading', { name: 'There' })).toBeNull()
    expect(unsavedParts.get()).toHaveLength(1)
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await answer('Discard changes')
    expect(await screen.findByRole('heading', { name: 'There' })).toBeTruthy()
    await waitFor(() => expect(unsavedParts.get()).toEqual([]))
  })
})

const connector = { id, connectorid: 1, typecode: 'ac', mode: 'slow', maxpower: null } as unknown as Connector
const dialogs: [name: string, draw: (onClose: () => void) => ReactNode, field: RegExp, texts: Namespace[]][] =
  [
    ['a new station', (onClose) => <AddStation onClose={onClose} />, /^Identity/, ['stations', 'connection']],
    [
      'a connector',
      (onClose) => <EditConnector connector={connector} onClose={onClose} />,
      /^Name/,
      ['station'],
    ],
    [
      'a question to a station',
      (onClose) => (
        <StationRequestDialog
          title="Ask"
          action="Send"
          doneMessage=""
          request={() => Promise.reject(new Error('not sent'))}
          onClose={onClose}
        >
          <TextField label="Reason" />
        </StationRequestDialog>
      ),
      /^Reason/,
      ['station'],
    ],
  ]

describe('a dialog with unsaved input', () => {
  it.each(dialogs)('asks before Cancel discards it: %s', async (_, draw, field, texts) => {
    const onClose = vi.fn()
    await show(
      <>
        {draw(onClose)}
        <Question />
      </>,
      { texts },
    )
    const dialog = await screen.findByRole('dialog')
    await enter(field, typed)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await answer('Cancel')
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await answer('Discard changes')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  it('closes without a question after it was sent', async () => {
    const onClose = vi.fn()
    const refused = { state: 'rejected', status: 'Rejected', note: null } as unknown as StationAnswer
    await show(
      <StationRequestDialog
        title="Ask"
        action="Send"
        doneMessage=""
        request={() => Promise.resolve(refused)}
        onClose={onClose}
      >
        <TextField label="Reason" />
      </StationRequestDialog>,
      { texts: ['station'] },
    )
    const dialog = await screen.findByRole('dialog')
    await enter(/^Reason/, typed)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }))
    await within(dialog).findByText('Rejected')
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })
})
