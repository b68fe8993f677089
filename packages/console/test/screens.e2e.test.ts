import { adminUserSet } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSampleData, type SampleData } from '../../server/test/sample-ids.ts'
import { addSampleRows, assignToClient } from '../../server/test/sample-rows.ts'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { foreignWords } from './page-texts.ts'
import { addressFaults } from './screen-faults.ts'
import { addresses, filled } from './sweep/addresses.ts'
import { base, serveWidestTexts } from './widest-texts.ts'

/** Every screen of the console for users of two roles, in light and dark, at 1440 and 320 px. */
let operatorConsole: OperatorConsole
let pageErrors: string[]
let data: SampleData
let other: SampleData

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({ canDrawMaps: true })
  pageErrors = pageErrorsOf(operatorConsole.page)
  const { db } = operatorConsole.server.database!
  const { id: accountId } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  ;[data, other] = [newSampleData(accountId, 'Trillian'), newSampleData(accountId, 'Zaphod')]
  await addSampleRows({ db }, [data, other])
  for (const one of [data, other]) await assignToClient({ db }, one)
}, 240_000)
afterAll(() => operatorConsole?.close())

/** Returns the addresses of the screens with objects. */
function opened(isClosed: RegExp): string[] {
  const { identity, number, card, client, site, tariff, invoice, incident, user, group, resource } = data
  const own = { card, client, site, tariff, invoice, incident, user, group, resource }
  const objects = { ...own, station: identity, transaction: String(number) }
  return addresses.filter((path) => !isClosed.test(path)).map((address) => filled(address, objects)!)
}

/** More than a hundred pages, on a busy machine several seconds each. */
const allPagesMs = 900_000

describe('an administrator', () => {
  // Proves F16
  it(
    'has accessible screens with complete texts in six languages, in light and dark, at 1440 and 320 px',
    async () => {
      const { page } = operatorConsole
      await serveWidestTexts(page)
      await page.evaluate((code) => localStorage.setItem('stationmaster.default_language', code), base)
      // a driver's screens are for drivers only
      const faults = await addressFaults(operatorConsole, { addresses: opened(/^\/driver\/./) })
      expect([...faults, ...pageErrors]).toEqual([])
      // the widest texts are shown, which are of several languages
      expect(await foreignWords(page, base)).not.toEqual([])
    },
    allPagesMs,
  )
})

describe('an operator of a client', () => {
  beforeAll(async () => {
    const { password } = operatorConsole
    const user = { username: 'tricia', password, passwordchange: false, client: data.client }
    await operatorConsole.request(adminUserSet, { ...user, id: null, interfacecode: 'user' })
    await operatorConsole.page.evaluate(() => localStorage.setItem('stationmaster.default_language', 'en'))
    pageErrors.length = 0
    await operatorConsole.signIn('tricia')
  })

  // Proves A8
  it(
    'has accessible screens without objects of others, in light and dark, at 1440 and 320 px',
    async () => {
      // one of each area that is closed to the user; the map of a location is that of an administrator
      const paths = opened(/^\/(?:admin|driver)\/.|\/location$/)
      const faults = await addressFaults(operatorConsole, { addresses: paths, hidden: [other.word] })
      expect([...faults, ...pageErrors]).toEqual([])
      await operatorConsole.goto('/crm/clients')
      await operatorConsole.page.getByText(data.word).first().waitFor()
    },
    allPagesMs,
  )
})
