import { stationGet, stationLink, stationSet } from '@stationmaster/contract'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RawStation, refusedHandshake } from '../../server/test/raw-station.ts'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { ServerProcess } from './server-process.ts'

const long = { timeout: 60_000, interval: 200 }

let operatorConsole: OperatorConsole
let pageErrors: string[]
/** Clicks of the user since the last `clicks = 0`. */
let clicks = 0

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  pageErrors = pageErrorsOf(operatorConsole.page)
}, 240_000)
afterAll(() => operatorConsole?.close())

const click = async (target: Locator): Promise<void> => {
  await target.click()
  clicks += 1
}
const link = (name: string | RegExp, within: Locator = operatorConsole.page.locator('main')) =>
  within.getByRole('link', { name })
const attempts = () => operatorConsole.page.getByRole('table', { name: 'Connection attempts' })

const row = (identity: string) => attempts().locator('tr', { hasText: identity })

/** Returns the text that the dialog or the page shows beside this label. */
const shown = async (label: string): Promise<string> => {
  const field = operatorConsole.page.locator('div', {
    has: operatorConsole.page.getByRole('button', { name: `Copy ${label}` }),
  })
  return (await field.last().locator('bdi').textContent()) ?? ''
}

/** Sends the upgrade request of a station to the address that the console shows. */
const dial = (
  address: string,
  identity: string,
  { key, user = identity }: { key: string; user?: string },
) => {
  const { origin, pathname } = new URL(address)
  const authorization = `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`
  return { url: origin, path: pathname, identity, headers: { authorization } }
}

async function connect(address: string, identity: string, key: string): Promise<RawStation> {
  const station = await RawStation.connect(dial(address, identity, { key }))
  await station.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  return station
}

let identities = 0
/** Returns an identity that no other test has, nor an earlier try of the same one. */
const newIdentity = (): string => `DEPOT-${String(++identities).padStart(3, '0')}`

/** Adds a station, whose first handshake has a wrong key if `isRejected`, and opens its page. */
async function openStation({ isRejected = true } = {}) {
  const identity = newIdentity()
  const { link: address, key } = await operatorConsole.request(stationSet, { id: null, identity })
  if (isRejected) await refusedHandshake(dial(address, identity, { key: 'not-the-right-key' }))
  await operatorConsole.goto(`/crm/station/${identity}`)
  return { identity, address, key: key! }
}

/** Opens the list of connection attempts, which has none of this identity. */
async function openAttemptsWithout(identity: string): Promise<void> {
  await operatorConsole.goto(`/crm/stations/attempts?q=${identity}`)
  await operatorConsole.page.getByText('Nothing found').waitFor()
}

describe('the first day of a station', () => {
  // Proves S2.25
  it('adds a station and shows its link and its key in both forms', async () => {
    const { page } = operatorConsole
    const identity = newIdentity()
    await operatorConsole.goto('/crm/stations')
    await page.getByRole('button', { name: 'Add station' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add station' })
    await dialog.getByLabel('Identity').fill(identity)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const added = page.getByRole('dialog', { name: `${identity} was added` })
    await added.waitFor()
    const { pathname } = new URL(await shown('Connection link'))
    expect(pathname).toMatch(/^\/ocpp\/[^/]+\/DEPOT-\d+$/)
    expect(pathname.endsWith(`/${identity}`)).toBe(true)
    const key = await shown('Key (password)')
    expect(key).toMatch(/^[0-9a-hjkmnp-tv-z]{20}$/)
    expect(Buffer.from(await shown('Key in hexadecimal'), 'hex').toString()).toBe(key)
    await link('Open the station', added).click()
    await page.getByRole('heading', { name: identity, level: 1 }).waitFor()
  })

  // Proves F22
  it('shows on the page of the station that no attempt has arrived yet, and what to do', async () => {
    const { page } = operatorConsole
    await openStation({ isRejected: false })
    await page.getByText('No connection attempt of this station has arrived yet').waitFor()
    await page.getByText('Enter the connection link and the key in the station.').waitFor()
  })

  // Proves F22
  it('shows that the key was wrong without a click, while the page is open', async () => {
    const { page } = operatorConsole
    const { identity, address } = await openStation({ isRejected: false })
    await page.getByText('No connection attempt of this station has arrived yet').waitFor()
    clicks = 0
    const began = Date.now()
    const { status } = await refusedHandshake(
      dial(address, identity, { key: 'not-the-right-key', user: 'admin' }),
    )
    expect(status).toBe(401)
    await page.getByText('Connection rejected: Wrong key').waitFor()
    await page.getByText('Enter the key in the station again, without spaces.').waitFor()
    await page.getByText('user name “admin”').waitFor()
    await page.getByText('from 127.0.0.1').waitFor()
    expect(clicks).toBe(0)
    // The user has a minute; the hint comes within seconds.
    expect(Date.now() - began).toBeLessThan(60_000)
  })

  it('leads to the key, where a new one is created', async () => {
    const { page } = operatorConsole
    const { key: former } = await openStation()
    clicks = 0
    await click(link('Connection link', page.locator('[data-tone=bad]')))
    const latest = page.getByRole('table', { name: 'Latest connection attempts' })
    await latest.getByText('Wrong key').waitFor()
    await click(page.getByRole('button', { name: 'Generate new key' }))
    await click(page.getByRole('dialog').getByRole('button', { name: 'Generate new key' }))
    await expect.poll(() => shown('Key (password)'), long).toMatch(/^[0-9a-z]{20}$/)
    expect(clicks).toBe(3)
    const key = await shown('Key (password)')
    expect(key).not.toBe(former)
    expect(Buffer.from(await shown('Key in hexadecimal'), 'hex').toString()).toBe(key)
  })

  // Proves F22
  it('shows the same reason in the list of stations after one click', async () => {
    const { identity } = await openStation()
    await operatorConsole.goto('/crm/stations')
    clicks = 0
    await click(link(/Connection attempts/))
    await row(identity).getByText('Wrong key').waitFor()
    await row(identity).getByText('Enter the key in the station again').waitFor()
    expect(clicks).toBe(1)
  })

  // Proves F22
  it.each([
    ['as text', (key: string) => key],
    ['in hexadecimal', (key: string) => Buffer.from(key).toString('hex')],
  ])('comes online with the key %s, and the reason disappears', async (_, enter) => {
    const { page } = operatorConsole
    const { identity, address, key } = await openStation()
    await page.getByText('Connection rejected: Wrong key').waitFor()
    const station = await connect(address, identity, enter(key))
    await page.getByText(`${identity} is online`).waitFor({ state: 'attached' })
    await page.getByText('Connection rejected').waitFor({ state: 'detached' })
    await openAttemptsWithout(identity)
    await station.close()
    await expect
      .poll(async () => (await operatorConsole.request(stationGet, { identity })).connected, long)
      .toBe(false)
  })
})

describe('an identity that no user has added', () => {
  // Proves F22
  it('is listed with what to do, appears while the list is open, and is added with its identity', async () => {
    const { page } = operatorConsole
    const identity = newIdentity()
    const { base } = await operatorConsole.request(stationLink, {})
    const address = `${base}${identity}`
    await openAttemptsWithout(identity)
    await refusedHandshake(dial(address, identity, { key: 'a-key-from-elsewhere' }))
    await row(identity).getByText('Unknown identity').waitFor()
    clicks = 0
    await click(row(identity).getByRole('button', { name: 'Add station' }))
    const dialog = page.getByRole('dialog', { name: 'Add station' })
    expect(await dialog.getByLabel('Identity').inputValue()).toBe(identity)
    await click(dialog.getByRole('button', { name: 'Add', exact: true }))
    await page.getByRole('dialog', { name: `${identity} was added` }).waitFor()
    expect(clicks).toBe(2)
    const key = await shown('Key (password)')
    const socket = await connect(address, identity, key)
    await page.keyboard.press('Escape')
    await row(identity).waitFor({ state: 'detached' })
    await socket.close()
  })

  it('is found by reason and by text, and shows whether its station has connected since', async () => {
    const { page } = operatorConsole
    const [identity, unknown] = [newIdentity(), newIdentity()]
    const { link: known, key } = await operatorConsole.request(stationSet, { id: null, identity })
    const { base } = await operatorConsole.request(stationLink, {})
    await refusedHandshake(dial(known, identity, { key: 'not-the-right-key' }))
    await refusedHandshake(dial(`${base}${unknown}`, unknown, { key: 'not-the-right-key', user: 'someone' }))
    await operatorConsole.goto('/crm/stations/attempts?reason=wrong_key')
    await row(identity).waitFor()
    await row(unknown).waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Filter' }).fill(unknown)
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await row(unknown).waitFor()
    const socket = await connect(known, identity, key!)
    await row(identity).waitFor({ state: 'detached' })
    await page.getByText('All', { exact: true }).click()
    await row(identity).getByText('Connected since').waitFor()
    await socket.close()
  })
})

describe('the list of stations', () => {
  it('restarts a station after two clicks, and Enter to confirm', async () => {
    const { page } = operatorConsole
    const identity = newIdentity()
    const { link: address, key } = await operatorConsole.request(stationSet, { id: null, identity })
    const station = await connect(address, identity, key!)
    const asked: unknown[] = []
    station.onCall = (action, payload) => {
      asked.push([action, payload])
      return { status: 'Accepted' }
    }
    await operatorConsole.goto('/crm/stations')
    const listed = page.getByRole('table', { name: 'Stations' }).getByRole('row', { name: identity })
    clicks = 0
    await click(listed.getByRole('button', { name: /actions|menu/i }))
    await click(page.getByRole('menuitem', { name: 'Reset…' }))
    await page.getByRole('dialog', { name: `Reset ${identity}` }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio')
    await page.keyboard.press('Enter')
    await page.getByText('Restarting…').waitFor()
    expect(clicks).toBe(2)
    expect(asked).toContainEqual(['Reset', { type: 'Soft' }])
    await station.close()
  })

  it('opens with the saved view of the user, also again from the menu', async () => {
    const { page } = operatorConsole
    const filter = page.getByRole('searchbox', { name: 'Filter' })
    const address = () => new URL(page.url()).search
    // both are entered without a link, so that they have the same key in the history
    for (const query of ['', '?q=depot']) await operatorConsole.goto(`/crm/stations${query}`)
    await page.getByRole('button', { name: 'Saved views' }).click()
    const name = newIdentity()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const isDefault = page.getByRole('button', { name: `Open the list with ${name}` })
    await isDefault.click()
    await expect.poll(() => isDefault.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Escape')
    await filter.fill('')
    await expect.poll(address).toBe('')
    const menu = page.getByRole('navigation').getByRole('link', { name: 'Stations' })
    // the profile of the user, which has the default view, is read again after the change
    const opensWithView = async () => {
      await menu.click()
      return page.waitForURL(/\?q=depot$/, { timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(opensWithView).toBe(true)
    await expect.poll(() => filter.inputValue()).toBe('depot')
  })
})

it('the console causes no errors in the browser', () => {
  expect(pageErrors).toEqual([])
})

// Proves S2.6
it('works without signing in on a server whose areas do not include authorize', async () => {
  const server = await ServerProcess.start({ env: { AREAS: 'crm,admin,ocpp' }, hasSignIn: false })
  const page = await operatorConsole.openPage()
  try {
    await page.goto(`${server.origin}/setup`)
    await page.getByRole('heading', { name: 'Stations', level: 1 }).waitFor()
    await page.locator('[data-live="live"]').waitFor()
    await page.getByText('No stations yet').first().waitFor()
    await page.goto(`${server.origin}/crm/stations/attempts`)
    await page.getByText('No rejected attempts').waitFor()
    await page.goto(`${server.origin}/admin/users`)
    await page.getByRole('row', { name: /local/ }).first().waitFor()
  } finally {
    await page.context().close()
    await server.stop()
  }
})
