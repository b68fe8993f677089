import { commands16, loadCommandForm16 } from '@stationmaster/ocpp/v16'
import { describe, expect, it } from 'vitest'
import { ruleAt } from '../../ui/schema-form/field-rules.ts'
import { childPath, fieldsOf, type JsonSchema, resolveSchema } from '../../ui/schema-form/schema.ts'

/**
 * Expected fields of each form, one line per field: `*` marks required fields, then kind, maximum length,
 * choices, step, exclusive minimum, default in minutes from now.
 */
const schedule = (place: string): string[] => [
  `${place}/chargingSchedule* group`,
  `${place}/chargingSchedule/duration integer`,
  `${place}/chargingSchedule/startSchedule instant`,
  `${place}/chargingSchedule/chargingRateUnit* choice A|W`,
  `${place}/chargingSchedule/chargingSchedulePeriod* rows`,
  `${place}/chargingSchedule/chargingSchedulePeriod/*/startPeriod* integer`,
  `${place}/chargingSchedule/chargingSchedulePeriod/*/limit* number step 0.1`,
  `${place}/chargingSchedule/chargingSchedulePeriod/*/numberPhases integer`,
  `${place}/chargingSchedule/minChargingRate number step 0.1`,
]
const purposes = 'ChargePointMaxProfile|TxDefaultProfile|TxProfile'
const profile = (place: string, kind = ''): string[] => [
  `${place}/chargingProfileId* integer`,
  `${place}/transactionId integer`,
  `${place}/stackLevel* integer`,
  `${place}/chargingProfilePurpose* choice ${purposes}`,
  `${place}/chargingProfileKind* choice Absolute|Recurring|Relative${kind}`,
  `${place}/recurrencyKind choice Daily|Weekly`,
  `${place}/validFrom instant`,
  `${place}/validTo instant`,
  ...schedule(place),
]
const info = '/localAuthorizationList/*/idTagInfo'

const forms: Record<string, readonly string[]> = {
  CancelReservation: ['/reservationId* integer'],
  ChangeAvailability: ['/connectorId* integer', '/type* choice Inoperative|Operative'],
  ChangeConfiguration: ['/key* text 50', '/value* text 500'],
  ClearCache: [],
  ClearChargingProfile: [
    '/id integer',
    '/connectorId integer',
    `/chargingProfilePurpose choice ${purposes}`,
    '/stackLevel integer',
  ],
  DataTransfer: ['/vendorId* text 255', '/messageId text 50', '/data text'],
  GetCompositeSchedule: ['/connectorId* integer', '/duration* integer', '/chargingRateUnit choice A|W'],
  GetConfiguration: ['/key list 50'],
  GetDiagnostics: [
    '/location* address',
    '/retries integer',
    '/retryInterval integer',
    '/startTime instant',
    '/stopTime instant',
  ],
  GetLocalListVersion: [],
  RemoteStartTransaction: [
    '/connectorId integer above 0',
    '/idTag* text 20',
    '/chargingProfile group',
    ...profile('/chargingProfile'),
  ],
  RemoteStopTransaction: ['/transactionId* integer'],
  ReserveNow: [
    '/connectorId* integer',
    '/expiryDate* instant in 15 min',
    '/idTag* text 20',
    '/parentIdTag text 20',
    '/reservationId* integer',
  ],
  Reset: ['/type* choice Hard|Soft first Soft'],
  SendLocalList: [
    '/listVersion* integer',
    '/localAuthorizationList rows',
    '/localAuthorizationList/*/idTag* text 20',
    `${info} group`,
    `${info}/expiryDate instant`,
    `${info}/parentIdTag text 20`,
    `${info}/status* choice Accepted|Blocked|Expired|Invalid|ConcurrentTx`,
    '/updateType* choice Differential|Full first Full',
  ],
  SetChargingProfile: [
    '/connectorId* integer',
    '/csChargingProfiles* group',
    ...profile('/csChargingProfiles', ' first Absolute'),
  ],
  TriggerMessage: [
    '/requestedMessage* choice BootNotification|DiagnosticsStatusNotification|FirmwareStatusNotification|Heartbeat|MeterValues|StatusNotification',
    '/connectorId integer',
  ],
  UnlockConnector: ['/connectorId* integer'],
  // Counts and seconds are integers in the standard, here as in GetDiagnostics.
  UpdateFirmware: [
    '/location* address',
    '/retries integer',
    '/retrieveDate* instant',
    '/retryInterval integer',
  ],
}

type Rules = Awaited<ReturnType<typeof loadCommandForm16>>['rules']

function linesOf(form: { schema: JsonSchema; rules: Rules }, schema = form.schema, place = ''): string[] {
  const { schema: root, rules } = form
  return fieldsOf(root, schema, place).flatMap(({ path, kind, required, schema: member }) => {
    const item = resolveSchema(root, member.items ?? {})
    const rule = ruleAt(rules, path)
    const step = rule.step ?? member.multipleOf
    const facts = [
      `${path}${required ? '*' : ''} ${kind}`,
      member.maxLength ?? item.maxLength,
      member.enum?.join('|'),
      step !== undefined && `step ${step}`,
      rule.exclusiveMinimum !== undefined && `above ${rule.exclusiveMinimum}`,
      rule.defaultValue !== undefined && `first ${rule.defaultValue}`,
      rule.defaultMinutesFromNow !== undefined && `in ${rule.defaultMinutesFromNow} min`,
    ]
    const line = facts.filter((fact) => fact !== undefined && fact !== false).join(' ')
    if (kind === 'group') return [line, ...linesOf(form, member, path)]
    return kind === 'rows' ? [line, ...linesOf(form, item, childPath(path, '*'))] : [line]
  })
}

describe('the forms of the commands', () => {
  // Proves S5.5
  it('are the nineteen commands of the standard', () => {
    expect(commands16.map(({ action }) => action)).toEqual(Object.keys(forms))
  })

  // Proves S5.5
  it.each(commands16)('$action has these fields, required marks and limits', async ({ action }) => {
    const { schema, rules } = await loadCommandForm16(action)
    expect(linesOf({ schema, rules })).toEqual(forms[action])
  })

  // Proves S5.5
  it.each(commands16)('$action accepts no unknown field', async ({ action }) => {
    const { check } = await loadCommandForm16(action)
    expect(check({ colour: 'green' }).map(({ path, keyword }) => `${path} ${keyword}`)).toContain(
      '/colour additionalProperties',
    )
  })
})
