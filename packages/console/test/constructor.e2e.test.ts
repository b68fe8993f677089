import {
  cardAction,
  cardSet,
  workflowActionSet,
  workflowClassGet,
  workflowMethodSet,
  workflowStateSet,
  workflowTransitionSet,
} from '@stationmaster/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

/** An administrator creates a class in the UI and takes an object of it through its states. */
let operatorConsole: OperatorConsole
let page: Page
let pageErrors: string[]

/** The tests share a server; a second try, which would find the classes of the first, gets another one. */
beforeEach(async ({ task }) => {
  if (operatorConsole && !task.result?.retryCount) return
  await operatorConsole?.close()
  operatorConsole = await OperatorConsole.open()
  page = operatorConsole.page
  pageErrors = pageErrorsOf(page)
})
afterAll(() => operatorConsole?.close())

const press = (name: string | RegExp, within: Locator | Page = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click()
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const region = (name: string) => page.getByRole('region', { name, exact: true })

/** Fills in a dialog and submits it; it closes when the server has accepted it. */
async function fill(name: string | RegExp, fields: Record<string, string>, button = 'Add'): Promise<void> {
  const shown = dialog(name)
  for (const [label, text] of Object.entries(fields))
    await shown.getByRole('textbox', { name: label, exact: true }).fill(text)
  await press(button, shown)
  await shown.waitFor({ state: 'detached' })
}

/** Chooses an entry of a dropdown list. */
async function choose(within: Locator, label: string, entry: string | RegExp): Promise<void> {
  await within.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: entry }).first().click()
}

async function makeClass(): Promise<void> {
  await operatorConsole.goto('/admin/workflow/object')
  await press('Add child class')
  await fill('New class below Object', { Name: 'Parking space' })
  await page.getByRole('heading', { level: 1, name: 'Parking space' }).waitFor()
  await page.getByRole('link', { name: /^Types/ }).click()
  await press('Add type')
  await fill('Add type', { Name: 'Covered' })
  await page.getByRole('link', { name: 'Workflow', exact: true }).last().click()
}

/** Adds a state, a method with an action of its own, and a transition drawn in the diagram. */
async function addStatesAndMethods(): Promise<void> {
  await press('Add state', region('States'))
  await fill('Add state', { Name: 'Taken' })
  await press('Add method', region('Methods'))
  const method = dialog('Add method')
  await press('New', method)
  await method.getByRole('textbox', { name: 'Name of the new action' }).fill('Take')
  await press('Add action', method)
  await method.getByRole('combobox', { name: 'Action' }).waitFor()
  await press('Add', method)
  await method.waitFor({ state: 'detached' })
  const picture = page.getByRole('group', { name: 'State diagram of Parking space' })
  await press('Draw a transition')
  await press(/^Enabled enabled/, picture)
  await press(/^Taken enabled/, picture)
  const transition = dialog('Add transition')
  await choose(transition, 'Method', 'Take (take)')
  await press('Add', transition)
  await transition.waitFor({ state: 'detached' })
  await picture.getByRole('button', { name: 'Take: from Enabled to Taken' }).waitFor()
  const taken = picture.locator('.react-flow__node').filter({ hasText: 'Taken' })
  await taken.hover()
  await taken
    .locator('.react-flow__handle.source')
    .dragTo(picture.getByRole('button', { name: /^Enabled enabled/ }))
  await transition.waitFor()
  // Closes the list of methods, then the dialog.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await transition.waitFor({ state: 'detached' })
  expect(await wcagFaults(page)).toEqual([])
}

async function addObject(): Promise<void> {
  await page.getByRole('link', { name: 'Objects', exact: true }).last().click()
  await press('Add object')
  await fill('Add object', { Name: 'Space 1' })
  await page.getByRole('table').getByText('Space 1').waitFor()
}

/** Adds a script: a failing one shows its line, a working one shows in a dry run what it would do. */
async function addScript(): Promise<void> {
  await operatorConsole.goto('/admin/workflow/parking_space/workflow')
  await press('Add event', region('Events'))
  const event = dialog('Add event')
  await choose(event, 'Action', 'Take (take)')
  const editor = event.getByRole('textbox', { name: 'Script' })
  await editor.click()
  await page.keyboard.insertText("log('was ' + object.state)\nmissing()")
  await choose(event, 'Object', 'Space 1')
  await press('Dry run', event)
  await event.getByText('Line 2').waitFor()
  // Replacing coloured text must not keep its style: a style attribute would violate the page's policy.
  await editor.press('Control+a')
  await page.keyboard.type("log('was')) ")
  await event.locator('.cm-lintRange').first().hover()
  await page.locator('.cm-tooltip-lint').waitFor()
  await editor.press('Control+a')
  await page.keyboard.insertText("log('was ' + object.state)\nsetLabel(object.label + ' (taken)')")
  // Escape closes the completions first; typed text is discarded only after a confirmation.
  await editor.press('Control+Space')
  await page.locator('.cm-tooltip-autocomplete').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.cm-tooltip-autocomplete').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await press('Cancel', dialog('Discard changes'))
  await page.mouse.click(5, 400)
  await press('Cancel', dialog('Discard changes'))
  expect(pageErrors.filter((text) => text.includes('Content Security Policy'))).toEqual([])
  await press('Dry run', event)
  await event.getByText('Space 1 (taken)').waitFor()
  await event.getByText('was enabled').or(event.getByText('was created')).waitFor()
  await press('Add', event)
  await event.waitFor({ state: 'detached' })
}

async function allowGroup(): Promise<void> {
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('combobox', { name: 'Add a group or user' }).first().click()
  await page
    .getByRole('option', { name: /Operators/ })
    .first()
    .click()
  await press(/^Operators, Access/)
  await press('Save')
  await page.getByRole('button', { name: 'Operators, Access: allowed' }).waitFor()
}

async function driveObject(): Promise<void> {
  await operatorConsole.goto('/admin/objects/parking_space')
  await page.getByRole('table').getByText('Space 1').click()
  const object = dialog(/^Space 1/)
  await press('Enable', object)
  await press('Take', object)
  await object.getByText('Taken', { exact: true }).waitFor()
  await dialog('Space 1 (taken)').waitFor()
}

// Proves S2.38
it('creates a class and runs an object of it through its states in the UI', async () => {
  await makeClass()
  await addStatesAndMethods()
  await addObject()
  await addScript()
  await allowGroup()
  await driveObject()
  await operatorConsole.goto('/admin/workflow/parking_space/preview')
  await page.getByRole('table', { name: 'Preview' }).getByText('Take', { exact: true }).waitFor()

  // A state that objects are in cannot be removed, and the refusal gives the reason.
  await operatorConsole.goto('/admin/workflow/parking_space/workflow')
  await press(/^Taken/, page.getByRole('table', { name: 'States' }))
  await press('Delete', dialog('State'))
  await press('Delete', dialog(/Taken/))
  await dialog('State').getByText('cannot be changed or deleted. Objects: 1').waitFor()
  expect(await dialog('State').getByRole('textbox', { name: 'Code' }).inputValue()).toBe('taken')
  await changeConcurrently()
})

/** Another user renames the state that is open in a dialog: both names are shown before one is saved. */
async function changeConcurrently(): Promise<void> {
  const { states } = await operatorConsole.request(workflowClassGet, { id: 'parking_space' })
  const { id, version_no } = states.find(({ code }) => code === 'taken')!
  await operatorConsole.request(workflowStateSet, { id, version_no, label: 'Busy' })
  await dialog('State').getByRole('textbox', { name: 'Name' }).fill('Occupied')
  await press('Save', dialog('State'))
  const conflict = dialog('Edited by someone else')
  await conflict.getByText('Busy', { exact: true }).waitFor()
  await conflict.getByText('Occupied', { exact: true }).waitFor()
  await press('Save mine', conflict)
  await dialog('State').waitFor({ state: 'detached' })
  await page
    .getByRole('table', { name: 'States' })
    .getByRole('button', { name: /^Occupied/ })
    .waitFor()
}

const request: OperatorConsole['request'] = (row, body) => operatorConsole.request(row, body)

/** Adds a state of cards, the method that leads to it, a card, and a blocked card. */
async function addCardStates(): Promise<void> {
  const of = { id: null, class: 'card' }
  const stolen = await request(workflowStateSet, {
    ...of,
    code: 'stolen',
    label: 'Stolen',
    statetypecode: 'disabled',
  })
  await request(workflowActionSet, { id: null, code: 'steal', label: 'Report stolen' })
  const steal = await request(workflowMethodSet, { ...of, actioncode: 'steal' })
  const { states } = await request(workflowClassGet, { id: 'card' })
  const stateid = states.find(({ code }) => code === 'enabled')!.id
  await request(workflowTransitionSet, { ...of, stateid, methodid: steal.id, newstateid: stolen.id })
  await request(cardSet, { id: null, code: 'CARD-1' })
  const other = await request(cardSet, { id: null, code: 'CARD-2' })
  await request(cardAction, { id: other.id, action: 'disable' })
}

it('shows custom labels of card states, and offers the methods added for them', async () => {
  await addCardStates()
  await operatorConsole.goto('/admin/workflow/card/workflow')
  await press(/^Disabled/, page.getByRole('table', { name: 'States' }))
  await fill('State', { Name: 'Barred' })
  await operatorConsole.goto('/crm/cards')
  const row = (code: string) =>
    page.getByRole('table', { name: 'Cards' }).getByRole('row').filter({ hasText: code })
  await row('CARD-2').getByText('Barred', { exact: true }).waitFor()
  await press('Actions for CARD-1')
  await page.getByRole('menuitem', { name: 'Report stolen' }).click()
  await row('CARD-1').getByText('Stolen', { exact: true }).waitFor()
  await page.getByRole('radiogroup', { name: 'Cards shown' }).getByText('Barred').waitFor()
  await row('CARD-1').getByText('CARD-1').click()
  await dialog('CARD-1').getByText('Stolen', { exact: true }).waitFor()
})
