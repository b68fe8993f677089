import { loadCommandForm16, type SystemAction16 } from '@stationmaster/ocpp/v16'
import { useEffect, useState } from 'react'
import { loadTexts } from '../src/lib/texts.ts'
import { Button } from '../src/ui/buttons.tsx'
import { Card, Stack } from '../src/ui/page/page.tsx'
import { RequestPreview } from '../src/ui/schema-form/request-preview.tsx'
import type { JsonObject } from '../src/ui/schema-form/schema.ts'
import { SchemaForm } from '../src/ui/schema-form/schema-form.tsx'
import { type FormSource, useSchemaForm } from '../src/ui/schema-form/use-schema-form.ts'

const cards = [
  { value: 'DE-8AA-C1042', note: 'Anna Weber' },
  { value: 'DE-8AA-C1043', note: 'Bus 12' },
]
const profile = {
  connectorId: 0,
  csChargingProfiles: {
    chargingProfileId: 7,
    stackLevel: 1,
    chargingProfilePurpose: 'TxDefaultProfile',
    chargingProfileKind: 'Absolute',
    chargingSchedule: {
      duration: 5400,
      startSchedule: '2026-03-02T18:00:00Z',
      chargingRateUnit: 'A',
      chargingSchedulePeriod: [
        { startPeriod: 0, limit: 16 },
        { startPeriod: 1800, limit: 32.05, numberPhases: 3 },
        { startPeriod: 3600, limit: 8 },
      ],
    },
  },
}
const list = {
  listVersion: 3,
  updateType: 'Full',
  localAuthorizationList: [
    { idTag: 'DE-8AA-C1042', idTagInfo: { status: 'Accepted' } },
    { idTag: 'A-card-that-is-far-too-long' },
  ],
  unheardOf: true,
}
const shown: [SystemAction16, JsonObject | undefined][] = [
  ['SetChargingProfile', profile],
  ['SendLocalList', list],
  ['RemoteStartTransaction', undefined],
  ['GetConfiguration', { key: ['HeartbeatInterval', 'MeterValueSampleInterval'] }],
  ['ClearCache', undefined],
]

export function SchemaFormParts() {
  const [sources, setSources] = useState<FormSource[] | null>(null)
  useEffect(() => {
    const forms = Promise.all(shown.map(([action]) => loadCommandForm16(action)))
    void Promise.all([forms, loadTexts('commands', 'chart')]).then(([loaded]) => setSources(loaded))
  }, [])
  if (sources === null) return null
  return (
    <Stack>
      {shown.map(([action, initial], index) => (
        <Card key={action} title={action}>
          <Shown action={action} source={sources[index]!} initial={initial} />
        </Card>
      ))}
    </Stack>
  )
}

function Shown({ action, source, initial }: { action: string; source: FormSource; initial?: JsonObject }) {
  const form = useSchemaForm({ source, initial })
  return (
    <Stack>
      <SchemaForm
        form={form}
        action={action}
        onSubmit={() => undefined}
        suggestions={{ card: cards }}
        limits={{ SendLocalListMaxLength: 50 }}
      >
        <Button type="submit">Check</Button>
      </SchemaForm>
      <RequestPreview action={action} schema={source.schema} value={form.value} maxHeight={200} />
    </Stack>
  )
}
