import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectAccessible, ready } from '../../test/render.tsx'
import { applyPageConfig } from '../lib/page-config.ts'
import { startSession } from '../lib/session.ts'
import { storeToken } from '../lib/token.ts'
import { App } from './app.tsx'

const user = {
  userid: 'u-1',
  account: { code: 'ACME', name: 'Acme', balance: '12480.50', currency_code: 'EUR' },
  admin: true,
  guest: false,
  interface: { code: 'all', name: '' },
  name: { first: 'Mara', last: 'Keller' },
  profile: { name: null, username: 'mara', picture: null },
  email: 'mara@example.org',
  locale: { code: 'en' },
}
const issued = { access_token: 'a', token_type: 'Bearer' as const, expires_in: 3600, session: 's' }
const answers = new Map<string, { body: unknown; status?: number }>()
const fetchMock = vi.fn((address: string) => {
  const answer = answers.get(address) ?? { body: address.endsWith('/count') ? { count: 0 } : [] }
  return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 }))
})

let stop: () => void = () => {}
function open(path: string): void {
  window.history.replaceState(null, '', path)
  stop = startSession()
  render(<App />)
}
const withToken = (): void => void storeToken(issued)

beforeEach(async () => {
  localStorage.clear()
  applyPageConfig({ debug: false })
  answers.clear()
  answers.set('/api/v1/whoami', { body: user })
  const quota = { used: 0, limit: 1 }
  const quotas = { stations: quota, cards: quota, users: quota, logmibperday: quota }
  answers.set('/api/v1/account/own', { body: { quotas } })
  answers.set('/api/v1/setup/state', { body: { needed: false } })
  answers.set('/oauth2/token', { body: issued })
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close(): void {}
    },
  )
  await ready()
})
afterEach(() => {
  cleanup()
  stop()
  vi.unstubAllGlobals()
  fetchMock.mockClear()
})

describe('without a session', () => {
  // Proves S2.7
  it('shows the sign-in at any address, and the requested page after it', async () => {
    open('/crm/profile')
    const submit = await screen.findByRole('button', { name: 'Sign in' })
    await waitFor(() => expect(document.title).toBe('Sign in · OCPP CS'))
    await expectAccessible(document.body)
    fireEvent.click(submit)
    expect(await screen.findByText('Specify login or email')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Login or email')))
    fireEvent.change(screen.getByLabelText('Login or email'), { target: { value: 'mara' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
    fireEvent.click(submit)
    expect(await screen.findByRole('heading', { name: 'Profile', level: 1 })).toBeTruthy()
    await waitFor(() => expect(window.location.pathname).toBe('/crm/profile'))
  })

  // Proves S4.5
  it('shows why a sign-in was refused', async () => {
    answers.set('/oauth2/token', {
      body: { error: 'invalid_grant', error_description: 'Wrong password' },
      status: 400,
    })
    open('/signin')
    fireEvent.change(await screen.findByLabelText('Login or email'), { target: { value: 'mara' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'wrong' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong password')
    expect(screen.getByLabelText<HTMLInputElement>('Login or email').value).toBe('mara')
  })

  it('asks for the first administrator on a fresh installation', async () => {
    answers.set('/api/v1/setup/state', { body: { needed: true } })
    open('/')
    expect(await screen.findByRole('heading', { name: 'Create the first administrator' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Create administrator' }))
    expect(await screen.findByText('Enter the one-time code')).toBeTruthy()
    expect(screen.getByText('Incorrect email')).toBeTruthy()
    expect(screen.getByText('Password confirmation is required')).toBeTruthy()
    await expectAccessible(document.body)
  })
})

/** Entries of the main menu: name, address, mark of the current one. */
const menu = async () => {
  const links = (await screen.findByRole('navigation', { name: 'Main menu' })).querySelectorAll('a')
  return [...links].map((link) => [
    link.textContent,
    link.getAttribute('href'),
    link.getAttribute('aria-current'),
  ])
}

describe('with a session', () => {
  beforeEach(withToken)

  // Proves S1.5, S2.19
  it('shows the frame: menu, balance, live indicator, user', async () => {
    open('/crm/profile')
    await screen.findByRole('heading', { name: 'Profile', level: 1 })
    const menu = screen.getByRole('navigation', { name: 'Main menu' })
    const names = [...menu.querySelectorAll('a')].map((link) => link.textContent)
    expect(names).toEqual([
      'Stations',
      'Cards',
      'Clients',
      'Sites',
      'Networks',
      'Incidents',
      'Activity',
      'Transactions',
      'Availability',
      'Security events',
      'Accounts',
      'Invoices',
      'Tariffs',
      'Reports',
      'Notifications',
    ])
    expect(screen.getAllByText('€12,480.50').length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'User menu: Mara Keller' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to OCPP tools' })).toBeTruthy()
    expect(document.title).toBe('Profile · OCPP CS')
    await expectAccessible(document.body)
  })

  // Proves S2.8
  it('shows the not-found page inside the frame at an unknown address', async () => {
    open('/nowhere')
    expect(await screen.findByRole('heading', { name: 'Sorry, page not found' })).toBeTruthy()
    expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeTruthy()
  })

  it.each(['/crm/stations', '/crm/nowhere', '/crm'])(
    '%s reports that its area is switched off and shows the menu of an open area',
    async (at) => {
      applyPageConfig({ debug: false, crm: false })
      open(at)
      expect(await screen.findByRole('heading', { name: 'This area is switched off' })).toBeTruthy()
      const menu = await screen.findByRole('navigation', { name: 'Main menu' })
      expect([...menu.querySelectorAll('a')].map((link) => link.textContent)).toContain('Commands')
      expect(screen.queryByRole('link', { name: 'Transactions' })).toBeNull()
    },
  )

  it('shows operators that administration is not for them, next to their own menu', async () => {
    applyPageConfig({ debug: false, admin: true })
    answers.set('/api/v1/whoami', { body: { ...user, admin: false, interface: { code: 'user', name: '' } } })
    open('/admin/users')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeTruthy()
    const menu = await screen.findByRole('navigation', { name: 'Main menu' })
    expect([...menu.querySelectorAll('a')].map((link) => link.textContent)).toContain('Stations')
  })

  // Proves S2.11
  it.each(['/driver', '/driver/cards', '/admin/users', '/ocpp/nowhere'])(
    '%s reports that its area is switched off',
    async (at) => {
      applyPageConfig({ debug: false, ocpp: false })
      open(at)
      expect(await screen.findByRole('heading', { name: 'This area is switched off' })).toBeTruthy()
      expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeTruthy()
    },
  )

  // Proves S2.11
  it.each(['/driver', '/driver/cards'])('%s is not for an operator', async (at) => {
    applyPageConfig({ debug: false, driver: true })
    open(at)
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeTruthy()
  })

  // Proves S2.8
  it('shows the not-found page for an unknown page of an open area', async () => {
    open('/crm/nowhere')
    expect(await screen.findByRole('heading', { name: 'Sorry, page not found' })).toBeTruthy()
  })

  describe('of a driver', () => {
    beforeEach(() =>
      answers.set('/api/v1/whoami', {
        body: { ...user, admin: false, interface: { code: 'driver', name: '' } },
      }),
    )
    // Proves S1.2
    it("starts with the driver's cards and sessions, explains how to get a card and links to the profile", async () => {
      open('/crm/profile')
      expect(await screen.findByRole('heading', { name: 'Cards and profile' })).toBeTruthy()
      expect(window.location.pathname).toBe('/')
      expect(await screen.findByText(/Add your first card, or ask the operator, Acme, for one/)).toBeTruthy()
      expect(await screen.findByText(/^Sessions of cards that are linked to you appear here/)).toBeTruthy()
      await expectAccessible(document.body)
      expect(await menu()).toEqual([
        ['My charging', '/', 'page'],
        ['Profile', '/profile', null],
      ])
      fireEvent.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Profile' }))
      expect(await screen.findByRole('heading', { name: 'Profile', level: 1 })).toBeTruthy()
      expect(window.location.pathname).toBe('/profile')
      expect(await menu()).toEqual([
        ['My charging', '/', null],
        ['Profile', '/profile', 'page'],
      ])
    })

    // Proves S1.2
    it("lists the driver's own cards and sessions", async () => {
      const card = {
        id: 'c',
        code: '04A1B2',
        name: 'Blue card',
        statecode: 'enabled',
        typecode: 'rfid',
        verdict: 'Accepted',
        lastused: null,
        methods: { report_lost: null },
      }
      const session = {
        id: 't',
        identity: 'CS-1',
        stationlabel: 'Town hall',
        connectorid: 2,
        datestart: '2026-01-01T10:00:00.000Z',
        energy: 12_400,
        statecode: 'running',
      }
      answers.set('/api/v1/card/list', { body: [card] })
      answers.set('/api/v1/charge_point/transaction/list', { body: [session] })
      open('/')
      const cards = await screen.findByRole('list', { name: 'My cards' })
      expect(within(cards).getByRole('listitem').textContent).toBe('Blue cardValidRFID ·· A1B2Block')
      const sessions = await screen.findByRole('list', { name: 'My charging sessions' })
      expect(within(sessions).getByText('Town hall')).toBeTruthy()
      expect(within(sessions).getByText('12.4 kWh')).toBeTruthy()
      expect(within(sessions).getByText('Charging')).toBeTruthy()
      await expectAccessible(document.body)
    })

    // Proves S2.13
    it('is a separate area if the configuration includes one', async () => {
      applyPageConfig({ debug: false, driver: true })
      open('/')
      expect(await screen.findByRole('heading', { name: 'Find a station' })).toBeTruthy()
      expect(window.location.pathname).toBe('/driver')
      expect(await menu()).toEqual([
        ['Find a station', '/driver', 'page'],
        ['Charging now', '/driver/charge', null],
        ['My charging sessions', '/driver/sessions', null],
        ['Cards and profile', '/driver/cards', null],
        ['My cars', '/driver/cars', null],
        ['Notices', '/driver/notice', null],
        ['Profile', '/profile', null],
      ])
    })

    // Proves S2.11
    it.each(['/admin/users', '/ocpp', '/ocpp/command'])('has no dead end at %s', async (at) => {
      applyPageConfig({ debug: false, admin: true })
      open(at)
      expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeTruthy()
      expect((await menu()).map(([name]) => name)).toEqual(['My charging', 'Profile'])
    })
  })

  it('stays signed in if the server does not answer', async () => {
    fetchMock.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
    open('/crm/profile')
    expect(await screen.findByRole('heading', { name: 'The session could not be checked' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Profile', level: 1 })).toBeTruthy()
  })

  it('opens the palette and the list of keys by keyboard', async () => {
    open('/crm/profile')
    await screen.findByRole('heading', { name: 'Profile', level: 1 })
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    const field = await screen.findByRole('combobox', { name: 'Search or jump to…' })
    fireEvent.change(field, { target: { value: 'car' } })
    expect(await screen.findByRole('option', { name: /Cards/ })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('option', { name: /Transactions/ })).toBeNull())
    fireEvent.keyDown(field, { key: 'Escape' })
    await waitFor(() => expect(field.isConnected).toBe(false))
    fireEvent.keyDown(document.body, { key: '?' })
    const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(keys).getByText('Transactions').parentElement?.textContent).toBe('TransactionsGT')
    fireEvent.keyDown(keys, { key: 'Escape' })
    await waitFor(() => expect(keys.isConnected).toBe(false))
  })

  it('opens the palette by the icon of the search, and the search once there is a text', async () => {
    open('/crm/profile')
    await screen.findByRole('heading', { name: 'Profile', level: 1 })
    const icon = screen.getByRole('button', { name: 'Search' })
    fireEvent.click(icon)
    const field = await screen.findByRole('combobox', { name: 'Search or jump to…' })
    fireEvent.keyDown(field, { key: 'Escape' })
    await waitFor(() => expect(field.isConnected).toBe(false))
    fireEvent.change(screen.getByRole('searchbox', { name: /^Search stations/ }), {
      target: { value: 'lee ' },
    })
    fireEvent.click(icon)
    await waitFor(() => expect(window.location.search).toBe('?q=lee'))
    expect(window.location.pathname).toBe('/crm/search')
  })

  it('opens a screen by g and its letter, which no other handler hears', async () => {
    open('/crm/profile')
    await screen.findByRole('heading', { name: 'Profile', level: 1 })
    const heard = vi.fn<(event: KeyboardEvent) => void>()
    document.addEventListener('keydown', heard)
    for (const key of ['t', 'g', 't']) fireEvent.keyDown(document.body, { key })
    document.removeEventListener('keydown', heard)
    await waitFor(() => expect(window.location.pathname).toBe('/crm/transactions'))
    expect(heard.mock.calls.map(([event]) => event.key)).toEqual(['t', 'g'])
  })

  it('shows that the network is down until it is back', async () => {
    open('/crm/profile')
    await screen.findByRole('heading', { name: 'Profile', level: 1 })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    expect(await screen.findByRole('dialog', { name: 'Lost connection...' })).toBeTruthy()
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Lost connection...' })).toBeNull())
    online.mockRestore()
  })
})
