import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { adminUserSet, stationSet } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestPki } from '../../server/test/pki.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

/** The administrators' dashboard and API console. */
let operatorConsole: OperatorConsole
const pki = new TestPki()
const simulator = fileURLToPath(new URL('../../simulator/bin/stationmaster-simulator.mjs', import.meta.url))
const long = { timeout: 60_000 }

beforeAll(async () => {
  const { certificatePath, keyPath } = pki.issue(pki.authority('Test root'), 'localhost')
  const tls = { OCPP_TLS_CERTIFICATE: certificatePath, OCPP_TLS_KEY: keyPath, OCPP_TLS_PORT: '0' }
  operatorConsole = await OperatorConsole.open({ env: tls })
})
afterAll(async () => {
  await operatorConsole?.close()
  pki.close()
})

describe('an administrator', () => {
  // Proves S1.3, S2.39
  it('sees the state of the server immediately, and ends a login session', async () => {
    const { page } = operatorConsole
    const other = await operatorConsole.server.request('/oauth2/token', {
      grant_type: 'password',
      username: 'admin',
      password: operatorConsole.password,
    })
    expect(other).toHaveProperty('access_token')
    await page
      .getByRole('navigation', { name: 'Areas' })
      .getByRole('link', { name: /Administration/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    const tiles = page.getByRole('list', { name: 'State of the server' })
    await tiles.getByRole('link', { name: 'Stations online' }).waitFor()
    expect(await tiles.getByRole('listitem').count()).toBe(10)
    expect(await tiles.getByText('OK', { exact: true }).count()).toBeGreaterThan(5)
    await page.getByRole('button', { name: 'Sign out: admin' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sessions (1)' }).waitFor()
    await page.getByRole('button', { name: 'Sign out: admin' }).waitFor({ state: 'detached' })
  })

  it('has a certificate issued to a station, sees it in the list of all, and revokes it', async () => {
    const { page } = operatorConsole
    const { key, link, station } = await operatorConsole.request(stationSet, {
      id: null,
      identity: 'CERTIFIED',
    })
    const words = ['--identity=CERTIFIED', `--url=${link}`, `--key=${key}`, '--scenario=idle']
    const device = spawn(process.execPath, [simulator, ...words])
    try {
      await operatorConsole.goto(`/crm/station/${station.id}/security`)
      await page.getByRole('button', { name: 'Request certificate' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Request certificate' }).click()
      const certificates = page.getByRole('region', { name: 'Certificates' })
      await certificates.getByRole('row', { name: /station authority.*Valid/ }).waitFor(long)
      await operatorConsole.goto('/admin/certificates')
      await page.getByRole('row', { name: /Issues certificates.*1/ }).waitFor()
      await page
        .getByRole('region', { name: 'Server certificate for stations' })
        .getByText('CN=localhost')
        .waitFor()
      await page.getByRole('link', { name: 'Certificates of stations' }).click()
      await page.getByRole('row', { name: /CERTIFIED.*Valid/ }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Revoke' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('The station was stolen')
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('row', { name: /CERTIFIED.*Revoked/ }).waitFor()
    } finally {
      device.kill()
    }
  })

  // Proves S2.35
  it('composes a request with completions, sees its errors, and reads the response', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto('/admin/console?q=users')
    await page.getByRole('searchbox', { name: 'Path' }).fill('/admin/user/l')
    await page.getByRole('link', { name: '/admin/user/list' }).waitFor()
    await page.keyboard.press('Enter')
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{"recl')
    // by click: the editor ignores a key pressed right after the completions open
    await page.getByRole('option', { name: /reclimit/ }).click()
    await expect.poll(() => body.textContent()).toContain('"reclimit"')
    await page.keyboard.type('0')
    await page.keyboard.press('Control+Enter')
    await page.getByText('reclimit must be ≥ 1, ≤ 5000').first().waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('5')
    await page.keyboard.press('Control+Enter')
    await page.getByText('200 OK').waitFor()
    await page.getByRole('cell', { name: 'admin', exact: true }).first().waitFor()
    await page.getByText('Object', { exact: true }).click()
    await page.getByText('[1]').waitFor()
    await page.getByRole('list', { name: 'History' }).getByText('{"reclimit": 5}').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/console\/admin\/user\/list$/)
  })

  it('finds a failed request by its correlation id and opens it in the API log', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto('/admin/console/charge_point/get')
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{"id": "01a1595b-66ee-7046-b898-e6e01b505be3"')
    await page.keyboard.press('Control+Enter')
    await page.getByText('404 Not Found').waitFor()
    await page.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click()
    await page.getByRole('heading', { level: 1, name: 'API log' }).waitFor()
    expect(new URL(page.url()).searchParams.get('correlation')).toMatch(/^[0-9a-f-]{36}$/)
  })

  // Proves S2.16
  it('follows a failure from its id to the event and the request, searches the requests and exports them', async () => {
    const { page } = operatorConsole
    const { db } = operatorConsole.server.database!
    await operatorConsole.goto('/admin/audit')
    const verify = page.getByRole('button', { name: 'Verify the chain' })
    await db.schema.alterTable('audit_anchors').renameTo('anchors_away').execute()
    await verify.click()
    const failure = page.getByRole('alert')
    await failure.waitFor()
    await db.schema.alterTable('anchors_away').renameTo('audit_anchors').execute()
    await failure.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Event log' }).waitFor()
    await page.getByRole('table').getByText('a request failed').click()
    const event = page.getByRole('dialog', { name: 'a request failed' })
    await event.getByText(/audit_anchors/).waitFor()
    expect(await wcagFaults(page)).toEqual([])
    await event.getByRole('link', { name: 'API log' }).click()
    await page.getByRole('row', { name: /admin\/audit\/verify.*500/ }).waitFor()
    await operatorConsole.goto('/admin/apilog')
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Failed').click()
    await page.getByRole('searchbox', { name: 'Filter' }).fill('AUDIT/veri')
    await page.getByText('1 entry found.').waitFor()
    await page.getByText('The whole period was searched.').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'All fields, CSV' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('/admin/audit/verify')
  })

  it('verifies the audit trail and sees the first entry that was altered', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto('/admin/audit')
    const verify = page.getByRole('button', { name: 'Verify the chain' })
    await verify.click()
    await page.getByText(/The chain is intact: \d+ entr/).waitFor()
    const { db } = operatorConsole.server.database!
    await db.updateTable('audit_log').set({ label: 'nobody' }).where('seq', '=', 1).execute()
    await verify.click()
    const alert = page.getByRole('alert')
    await alert.getByText('The chain is broken at entry 1.').waitFor()
    await alert.getByText('The content differs from what was sealed.').waitFor()
  })

  it('edits a mail text: keeps drafts by language, requires the link, asks before leaving', async () => {
    const { page } = operatorConsole
    await page.getByRole('link', { name: 'Outbox' }).click()
    await page.getByRole('link', { name: 'Texts of emails' }).click()
    await page.getByRole('link', { name: 'recover-password' }).click()
    await page.getByRole('link', { name: 'text', exact: true }).click()
    await page.getByRole('button', { name: 'Start from the built-in text' }).click()
    const text = page.getByLabel('Text', { exact: true })
    await text.fill('Dear {name}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('{name} is not a placeholder of this email').waitFor()
    const lookAt = async (label: string): Promise<void> => {
      const tab = page.getByRole('navigation', { name: 'Languages' }).getByRole('link', { name: label })
      await tab.click()
      await expect.poll(() => tab.getAttribute('aria-current'), { timeout: 60_000 }).toBe('page')
    }
    await lookAt('German: built in')
    await text.fill('Hier entlang: {link}')
    await lookAt('English: not saved')
    expect(await text.inputValue()).toBe('Dear {name}')
    await page.getByRole('link', { name: 'Users' }).click()
    const question = page.getByRole('dialog', { name: 'Discard changes' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await text.fill('This way: {link}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'English', exact: true }).waitFor()
    await lookAt('German: not saved')
    expect(await text.inputValue()).toBe('Hier entlang: {link}')
    await page.getByRole('link', { name: 'Users' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  })

  it('blocks several users at the same time but never itself, and pages through the members of a group', async () => {
    const { page } = operatorConsole
    for (const username of ['ada', 'ben']) {
      const person = { username, password: operatorConsole.password, interfacecode: 'driver' } as const
      await operatorConsole.request(adminUserSet, { id: null, ...person })
    }
    // the list has been updated
    await page.getByRole('row', { name: /ben/ }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Block', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Block: 2' })
    await question.getByText('Your own account is skipped.').waitFor()
    await question.getByRole('button', { name: 'Block' }).click()
    await page.getByText('2 of 2').waitFor()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: /ada.*Blocked/ }).waitFor()
    await page.getByRole('link', { name: 'Groups', exact: true }).click()
    await page.getByRole('link', { name: 'Drivers' }).click()
    await page.getByRole('row', { name: /ben.*Blocked/ }).waitFor()
  })
})
