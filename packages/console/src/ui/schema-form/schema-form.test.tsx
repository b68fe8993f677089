import { loadCommandForm16 } from '@stationmaster/ocpp/v16'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import text16 from 'ocpp-rpc/lib/schemas/ocpp1_6.json?raw'
import text201 from 'ocpp-rpc/lib/schemas/ocpp2_0_1.json?raw'
import text21 from 'ocpp-rpc/lib/schemas/ocpp2_1.json?raw'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { changeLanguage, loadTexts, startTexts } from '../../lib/texts.ts'
import { DateTimeField } from '../time/date-time-field.tsx'
import { fieldsOf, type JsonObject, type JsonSchema, kindOf, resolveSchema } from './schema.ts'
import { RequestPreview } from './request-preview.tsx'
import { SchemaForm } from './schema-form.tsx'
import { type FormSource, useSchemaForm } from './use-schema-form.ts'

interface Published extends JsonSchema {
  $id: string
}
const requests = (text: string): Published[] =>
  (JSON.parse(text) as Published[]).filter(({ $id }) => /(\.req|Request)$/.test($id))

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startTexts()
  await loadTexts('commands', 'chart')
  // The calendar is loaded when a field first needs it; after that it renders synchronously.
  render(
    <MantineProvider env="test">
      <DateTimeField label="once" value={null} onChange={() => undefined} />
    </MantineProvider>,
  )
  await screen.findByRole('button', { name: 'once' })
  cleanup()
})

interface DrawnProps {
  source: FormSource
  action: string
  initial?: JsonObject
  onSubmit?: (value: JsonObject) => void
}

function Drawn({ source, action, initial, onSubmit }: DrawnProps) {
  const form = useSchemaForm({ source, initial })
  return (
    <SchemaForm form={form} action={action} onSubmit={onSubmit ?? (() => undefined)}>
      <button type="submit">Send</button>
    </SchemaForm>
  )
}

const draw = (props: DrawnProps) =>
  render(
    <MantineProvider env="test">
      <Drawn {...props} />
    </MantineProvider>,
  )

const isRequired = (name: RegExp) => screen.getByLabelText(name).getAttribute('aria-required')
const send = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Send' }))
const wrongPaths = (): (string | null)[] =>
  [...document.querySelectorAll('[data-wrong]')].map((element) => element.getAttribute('data-path'))

const nameOf = ({ $id }: Published): string => $id.replace(/^urn:|\.req$|Request$/g, '')

/** Returns the path and the kind of each field of a form, and whether it is required. */
function fieldKinds(root: JsonSchema, schema = root, path = ''): string[] {
  return fieldsOf(root, schema, path).flatMap(({ path: at, kind, schema: of, required }) => {
    const inner = of.type === 'array' ? resolveSchema(root, of.items ?? {}) : of
    return [`${at} ${kind} ${kindOf(root, inner)} ${required}`, ...fieldKinds(root, inner, at)]
  })
}

const newest = requests(text21)
/** Of 2.0.1 the requests with a field that 2.1 does not have, or has of another kind; the others are rendered with 2.1. */
const only201 = requests(text201).filter((schema) => {
  const same = newest.find((other) => nameOf(other) === nameOf(schema))
  const known = new Set(same && fieldKinds(same))
  return fieldKinds(schema).some((field) => !known.has(field))
})

describe.each([
  ['1.6', requests(text16), 39],
  ['2.0.1', only201, 10],
  ['2.1', newest, 90],
] as const)('every published request of OCPP %s', (_version, schemas, least) => {
  it('is known', () => expect(schemas.length).toBeGreaterThanOrEqual(least))

  it.each(schemas.map((schema) => [nameOf(schema), schema] as const))(
    'is rendered, with each of its optional parts: %s',
    (action, schema) => {
      const { container } = draw({ source: { schema, check: () => [] }, action })
      const parts = [...container.querySelectorAll<HTMLElement>('fieldset > button:has(code)')]
      act(() => parts.forEach((button) => button.click()))
      const names = [...container.querySelectorAll('label code, h3 code')].map((code) => code.textContent)
      const drawn = Object.keys(schema.properties ?? {}).filter((name) => name !== 'customData')
      expect(names).toEqual(expect.arrayContaining(drawn))
    },
  )
})

const profile = {
  connectorId: 1,
  csChargingProfiles: {
    chargingProfileId: 7,
    stackLevel: 1,
    chargingProfilePurpose: 'TxDefaultProfile',
    chargingProfileKind: 'Absolute',
    chargingSchedule: {
      chargingRateUnit: 'A',
      chargingSchedulePeriod: [
        { startPeriod: 0, limit: 16 },
        { startPeriod: 1800, limit: 32.05 },
      ],
    },
  },
}
const broken = '/csChargingProfiles/chargingSchedule/chargingSchedulePeriod/1/limit'

describe('sending', () => {
  // Proves F20
  it('reports exactly the invalid field of a broken SetChargingProfile and focuses it', async () => {
    const onSubmit = vi.fn()
    const source = await loadCommandForm16('SetChargingProfile')
    draw({ source, action: 'SetChargingProfile', initial: profile, onSubmit })
    send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(wrongPaths()).toEqual([broken])
    const field = document.activeElement as HTMLInputElement
    expect(field.closest('[data-path]')?.getAttribute('data-path')).toBe(broken)
    expect(field).toHaveProperty('value', '32.05')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
      'Must be a multiple of 0.1',
    )
    fireEvent.change(field, { target: { value: '32.1' } })
    send()
    expect(onSubmit).toHaveBeenCalledOnce()
    expect(onSubmit.mock.calls[0]![0].csChargingProfiles.chargingSchedule.chargingSchedulePeriod[1]).toEqual({
      startPeriod: 1800,
      limit: 32.1,
    })
  })

  it('shows problems in the language of the page', async () => {
    await changeLanguage('de')
    draw({
      source: await loadCommandForm16('SetChargingProfile'),
      action: 'SetChargingProfile',
      initial: profile,
    })
    send()
    expect(screen.getByText('Muss ein Vielfaches von 0,1 sein')).toBeTruthy()
    await changeLanguage('en')
  })

  it('marks only what may not be empty as required, and sends an empty value of a key', async () => {
    const onSubmit = vi.fn()
    draw({
      source: await loadCommandForm16('ChangeConfiguration'),
      action: 'ChangeConfiguration',
      onSubmit,
    })
    expect([isRequired(/^Key/), isRequired(/^Value/)]).toEqual(['true', 'false'])
    send()
    expect(wrongPaths()).toEqual(['/key'])
    fireEvent.change(screen.getByLabelText(/^Key/), { target: { value: 'AuthorizationKey' } })
    send()
    expect(JSON.stringify(onSubmit.mock.calls[0]![0])).toBe('{"key":"AuthorizationKey","value":""}')
  })

  it('previews nothing of a request before it is filled in', async () => {
    const { schema } = await loadCommandForm16('ChangeConfiguration')
    const shown = (value: JsonObject) =>
      render(
        <MantineProvider env="test">
          <RequestPreview action="ChangeConfiguration" schema={schema} value={value} />
        </MantineProvider>,
      ).container.textContent
    expect(shown({ value: '' })).not.toContain('value')
    cleanup()
    expect(shown({ value: '', key: 'A' })).toMatch(/"key": "A",\s*"value": ""/)
  })

  it('omits empty optional objects, and sends the members in the order of the schema', async () => {
    const onSubmit = vi.fn()
    draw({
      source: await loadCommandForm16('RemoteStartTransaction'),
      action: 'RemoteStartTransaction',
      onSubmit,
    })
    fireEvent.click(screen.getByRole('button', { name: /chargingProfile/ }))
    fireEvent.change(screen.getByLabelText(/^Card/), { target: { value: 'A1' } })
    const connector = screen.getByLabelText(/^Connector/)
    fireEvent.change(connector, { target: { value: '0' } })
    send()
    expect(wrongPaths()).toEqual(['/connectorId'])
    expect(screen.getByText('Must be greater than 0')).toBeTruthy()
    fireEvent.change(connector, { target: { value: '2' } })
    send()
    expect(JSON.stringify(onSubmit.mock.calls[0]![0])).toBe('{"connectorId":2,"idTag":"A1"}')
  })

  // Proves F20
  it('offers now and 15 minutes as the end of a reservation', async () => {
    const source = await loadCommandForm16('ReserveNow')
    const onSubmit = vi.fn()
    const begun = Date.now()
    draw({
      source,
      action: 'ReserveNow',
      initial: { connectorId: 1, idTag: 'A', reservationId: 5 },
      onSubmit,
    })
    send()
    const { expiryDate } = onSubmit.mock.calls[0]![0] as { expiryDate: string }
    expect(expiryDate).toMatch(/Z$/)
    const drawnAt = Date.parse(expiryDate) - 15 * 60_000
    expect(drawnAt).toBeGreaterThanOrEqual(begun)
    // rounded up to a whole second
    expect(drawnAt).toBeLessThan(Date.now() + 1_000)
  })
})

const openJson = (): HTMLTextAreaElement => {
  fireEvent.click(screen.getByLabelText('JSON', { selector: 'input' }))
  return screen.getByRole('textbox')
}

describe('raw JSON', () => {
  it('edits the same value and keeps members that the form does not know', async () => {
    const onSubmit = vi.fn()
    draw({ source: await loadCommandForm16('Reset'), action: 'Reset', onSubmit })
    fireEvent.change(openJson(), { target: { value: '{ "type": 5, "odd": { "deep": [] } }' } })
    fireEvent.click(screen.getByLabelText('Form'))
    expect(screen.getByText('5').tagName).toBe('CODE')
    expect(screen.getByRole('alert').textContent).toContain('odd: Not part of this message')
    expect(openJson().value).toBe(JSON.stringify({ type: 5, odd: { deep: [] } }, null, 2))
    send()
    expect(onSubmit).not.toHaveBeenCalled()
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '{"type":"Soft"}' } })
    send()
    expect(onSubmit).toHaveBeenCalledWith({ type: 'Soft' })
  })

  it('is kept while it does not parse, and not sent', async () => {
    const onSubmit = vi.fn()
    draw({ source: await loadCommandForm16('ClearCache'), action: 'ClearCache', onSubmit })
    const text = openJson()
    fireEvent.change(text, { target: { value: '{\n "a": }' } })
    send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(text.value).toBe('{\n "a": }')
    expect(screen.getByText(/line 2/)).toBeTruthy()
    expect(screen.getByLabelText('Form')).toHaveProperty('disabled', true)
  })
})

it('keeps the state of each row when another one is removed', async () => {
  const onSubmit = vi.fn()
  draw({
    source: await loadCommandForm16('SetChargingProfile'),
    action: 'SetChargingProfile',
    initial: profile,
    onSubmit,
  })
  fireEvent.click(screen.getByRole('button', { name: 'Remove entry 2' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add entry' }))
  expect(document.activeElement?.id).toContain('chargingSchedulePeriod-1-startPeriod')
  fireEvent.click(screen.getByRole('button', { name: 'Remove entry 1' }))
  send()
  expect(wrongPaths()).toEqual([
    '/csChargingProfiles/chargingSchedule/chargingSchedulePeriod/0/startPeriod',
    '/csChargingProfiles/chargingSchedule/chargingSchedulePeriod/0/limit',
  ])
})
