import { expect, it } from 'vitest'
import { addresses } from '../../test/sweep/addresses.ts'
import adminTexts from '../../texts/en/admin.json'
import clientTexts from '../../texts/en/clients.json'
import siteTexts from '../../texts/en/sites.json'
import stationTexts from '../../texts/en/station.json'
import workflowTexts from '../../texts/en/workflow.json'
import { areaCodes } from '../lib/screen.ts'
import { areaTables } from './area-access.ts'

const paths = addresses.map((address) => address.replace(/\?.*/, ''))

it.each(areaCodes)('npm run sweep opens every screen of %s', async (code) => {
  const { load, screens } = areaTables[code]
  const rows = load ? await load() : screens
  const isOpened = ({ path, params }: (typeof rows)[number]) =>
    paths.some((opened) => opened === path || (params && opened.startsWith(`${path}/`)))
  // a new screen: add its addresses to test/sweep/addresses.ts
  expect(rows.filter((row) => !isOpened(row)).map(({ path }) => path)).toEqual([])
})

it.each([
  ['/crm/station/:station', stationTexts.sections],
  ['/crm/client/:client', clientTexts.tabs],
  ['/crm/site/:site', siteTexts.tabs],
  ['/admin/users/:user', adminTexts.users.tabs],
  ['/admin/workflow/charge_point', workflowTexts.tabs],
])('npm run sweep opens every tab of %s', (path, texts) => {
  const tabs = Object.keys(texts).filter((name) => name !== 'label')
  expect(tabs.filter((tab) => !paths.includes(`${path}/${tab}`))).toEqual([])
})
